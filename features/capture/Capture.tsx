import { useLayoutEffect, useRef } from 'react';
import { useGroup } from '../../console/call/use-reads.ts';
import { Notice } from '../../console/elements/Notice.tsx';
import { Page } from '../../console/elements/Page.tsx';
import { useSearchParams } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { CaptureForm } from './CaptureForm.tsx';
import { CaptureLines } from './CaptureLines.tsx';
import { CapturePanel } from './CapturePanel.tsx';
import { CaptureStatus, captureState } from './objects.ts';

/** Milliseconds between two looks while a capture runs, and while none does. */
const POLL = { running: 1000, idle: 5000 } as const;

/** Capture: frames of ports as lines and as a file (docs/specification/system.md, "Capture"). */
export default function Capture() {
  const t = useText();
  const [asked] = useSearchParams();
  const status = useGroup(captureState).data?.captureStatus;
  const isRunning = status === CaptureStatus.running;
  const { data: state } = useGroup(captureState, { poll: isRunning ? POLL.running : POLL.idle });
  const [ports, mac] = [asked.get('port') ?? '', asked.get('mac') ?? ''];
  const form = useRef<HTMLDivElement>(null);
  // The form disappears with the control that started the capture.
  useLayoutEffect(() => {
    if (!isRunning || !form.current?.contains(document.activeElement)) return;
    document.querySelector<HTMLElement>('main h1, h1[tabindex]')?.focus();
  }, [isRunning]);
  return (
    <Page>
      <Notice>
        {t(
          'The sessions of the switch itself are left out: packets from and to its own addresses, except ICMP, IGMP, DHCP and mDNS.',
        )}
      </Notice>
      {state && status !== undefined && status !== CaptureStatus.none && (
        <>
          <CapturePanel
            state={state}
            onNew={() => form.current?.querySelector<HTMLElement>('input, [tabindex="0"]')?.focus()}
          />
          <CaptureLines poll={isRunning && POLL.running} />
        </>
      )}
      {/* Keeps its entries for the next capture. */}
      <div ref={form} hidden={isRunning}>
        <CaptureForm key={`${ports} ${mac}`} ports={ports} mac={mac} />
      </div>
    </Page>
  );
}
