import { setGroup } from '../../console/call/object-calls.ts';
import { report } from '../../console/call/report.ts';
import { fetchFile } from '../../console/call/transfer.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { FactList } from '../../console/elements/FactList.tsx';
import { PassingButton } from '../../console/elements/PassingButton.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { GroupValues } from '../../model/schema/object.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { withDecimalMark } from '../../model/values/number-words.ts';
import styles from './capture.module.css';
import { CAPTURE_DOWNLOAD } from './names.ts';
import { CaptureStatus, captureCtrl, captureState } from './objects.ts';

const { fields } = captureState;

interface CapturePanelProps {
  readonly state: GroupValues<typeof captureState>;
  /** Goes to the form of the next capture. */
  readonly onNew: () => void;
}

/** What a capture holds so far, with its end and its file. */
export function CapturePanel({ state, onNew }: CapturePanelProps) {
  const t = useText();
  const { apply, pending } = useApply();
  const isRunning = state.captureStatus === CaptureStatus.running;
  const stop = () =>
    apply(setGroup(captureCtrl, { captureStop: 1 }), { what: 'Stop capture', success: t('The capture has stopped.') });
  const discard = () =>
    apply(setGroup(captureCtrl, { captureDiscard: 1 }), {
      what: 'Discard capture',
      success: t('The capture is discarded.'),
    });
  const size = withDecimalMark(`${(state.captureFileSize / 1000).toFixed(1)} kB`, t);
  return (
    <Card
      title={t('Capture of port {{ports}}', { ports: state.captureOfPorts })}
      actions={
        <span className={styles.actions}>
          {isRunning && (
            <PassingButton busy={pending} onClick={() => void stop()}>
              {t('Stop')}
            </PassingButton>
          )}
          <Button onClick={() => void fetchFile(CAPTURE_DOWNLOAD).catch(report)}>{t('Download .pcapng')}</Button>
          {/* Not where Stop was: a second press of that must not discard what was captured. */}
          {!isRunning && (
            <>
              <Button onClick={onNew}>{t('New capture')}</Button>
              <PassingButton look="text" destructive busy={pending} onClick={() => void discard()}>
                {t('Discard')}
              </PassingButton>
            </>
          )}
        </span>
      }
    >
      <FactList
        lines
        facts={[
          {
            name: t('State'),
            value: <Tag tone={isRunning ? 'ok' : 'neutral'}>{t(fields.captureStatus.show(state.captureStatus))}</Tag>,
          },
          {
            name: t(fields.captureEnd.label),
            value: wordsOfText(state.captureEndSaid, state.captureEnd, t),
          },
          { name: t('Filter'), value: wordsOfText(state.captureFilterSaid, state.captureFilter, t) },
          { name: t('Started'), value: `${state.captureStarted} · ${state.captureBy}` },
          { name: t('Duration'), value: `${state.captureRunTime} s` },
          { name: t('Frames'), value: `${state.captureFrames} · ${size}` },
          { name: t(fields.captureLost.label), value: String(state.captureLost) },
          { name: t('Left out (sessions of the switch)'), value: String(state.captureLeftOut) },
        ].filter(({ value }) => value !== '')}
      />
      {!isRunning && <p className={styles.kept}>{t('Kept for 10 minutes, and no longer than your session lasts.')}</p>}
    </Card>
  );
}
