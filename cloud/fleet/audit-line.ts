import { Severity } from '../../device/log/log.ts';
import { type OutputFormat, outputLine } from '../../device/log/output-line.ts';
import type { AuditEntry } from '../store/audit.ts';

/** Quotes and escapes what is not plainly a name or an address. */
const value = (text: string) => (/^[\w.:@-]+$/.test(text) ? text : JSON.stringify(text));

/** One entry of the audit trail as one line of a log: as the agent's, and whom and what it is about. */
export function auditLine({ at, severity, said, ...about }: AuditEntry, format: OutputFormat): string {
  const { tenant, user, source, serial } = about;
  const line = outputLine({ sequence: 0, severity: severity ?? Severity.notice, time: at, message: said }, format);
  const details = Object.entries({ tenant, user, source, serial }).filter(([, text]) => text !== '');
  return `${line.trimEnd()}${details.map(([name, text]) => ` ${name}=${value(text)}`).join('')}\n`;
}
