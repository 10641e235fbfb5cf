import { slot } from '../../../device/slot.ts';
import { WebhookStatus } from './webhook-objects.ts';

/** How a webhook is doing. */
export interface WebhookFigures {
  readonly status: (typeof WebhookStatus)[keyof typeof WebhookStatus];
  /** Of the last answer; 0 for none. */
  readonly code: number;
  readonly sent: number;
  readonly dropped: number;
}

/** Figures of a webhook that has sent nothing. */
export const noFigures: WebhookFigures = { status: WebhookStatus.none, code: 0, sent: 0, dropped: 0 };

/** How each webhook is doing, by its number. */
export const webhookFigures = slot<ReadonlyMap<number, WebhookFigures>>('webhookFigures', new Map());
