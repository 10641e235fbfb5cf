import { putLatest } from '../../model/values/latest.ts';
import { type Form, readForm } from './form-field.ts';

/** Characters beyond which a form is not kept, and how many are: those of the pages that are open. */
const LONGEST = 4_000;
const KEPT = 8;

/** The forms that were sent last and are sent again and again, as polls are, so that the same text is not taken apart each time. */
export class PolledForms {
  readonly #forms = new Map<string, Form>();

  /** The fields of a form as it was sent. */
  form(sent: string): Form {
    return this.#forms.get(sent) ?? readForm(sent);
  }

  /** Keeps one; it is to hold no secret that is good for more than the session. */
  keep(sent: string, form: Form): void {
    if (sent.length <= LONGEST) putLatest(this.#forms, sent, form, KEPT);
  }
}
