import { counter64 } from '../../../../model/schema/kinds/counter64.ts';
import { gauge } from '../../../../model/schema/kinds/gauge.ts';
import { mac } from '../../../../model/schema/kinds/mac.ts';
import { text } from '../../../../model/schema/kinds/text.ts';
import {
  counter32,
  integer32,
  type MibSyntax,
  macAddress,
  objectIdentifier,
  octets,
  text as textSyntax,
} from '../../../../model/smi/syntax.ts';

/** The console does not show these objects, so they have no labels. */
export const UNSEEN = '';

/** A column of a number. */
export const number = (column: number | string, syntax: MibSyntax = integer32) =>
  gauge({ label: UNSEEN, mib: { column, syntax } });
/** A column of a 32-bit counter, of which the device holds 64 bits. */
export const counter = (column: number | string) => counter64({ label: UNSEEN, mib: { column, syntax: counter32 } });
/** A column of text. */
export const words = (column: number | string) =>
  text({ label: UNSEEN, maxLength: 255, access: 'ro', mib: { column, syntax: textSyntax } });
/** A column of octets, which are hexadecimal digits in its rows; also for bits. */
export const digits = (column: number | string) =>
  text({ label: UNSEEN, maxLength: 512, access: 'ro', mib: { column, syntax: octets } });
/** A column of an object identifier; "" is 0.0. */
export const identifier = (column: number | string) =>
  text({ label: UNSEEN, maxLength: 255, access: 'ro', mib: { column, syntax: objectIdentifier } });
/** A column of a MAC address. */
export const physAddress = (column: number | string) =>
  mac({ label: UNSEEN, access: 'ro', mib: { column, syntax: macAddress } });
/** An index that the standard has only in the instance. */
export const hidden = (column: number | string) => gauge({ label: UNSEEN, mib: { column, isNotAccessible: true } });

/** RFC 2579 TruthValue. */
export const [TRUE, FALSE] = [1, 2];
