import { AttributeEvent } from './pdu.ts';

/**
 * States of an applicant (IEEE 802.1D-1998 table 12-2): very anxious, anxious or quiet; active, passive, leaving or observing.
 * Very anxious observers (VO) say nothing and are not kept.
 */
export type Applicant = 'VA' | 'AA' | 'QA' | 'LA' | 'VP' | 'AP' | 'QP' | 'VO' | 'AO' | 'QO' | 'LO';

/** Events of an applicant: something received (LeaveAll also sent), or a wish of its own system. */
export type ApplicantEvent =
  | 'joinIn'
  | 'joinEmpty'
  | 'empty'
  | 'leaveIn'
  | 'leaveEmpty'
  | 'leaveAll'
  | 'reqJoin'
  | 'reqLeave';

type Row = Readonly<Record<ApplicantEvent, Applicant>>;

/** IEEE 802.1D-1998 table 12-3, but for what is sent. */
const table: Readonly<Record<Applicant, Row>> = {
  VA: row('AA', 'VA', 'VA', 'VA', 'VP', 'VP', 'VA', 'LA'),
  AA: row('QA', 'VA', 'VA', 'VA', 'VP', 'VP', 'AA', 'LA'),
  QA: row('QA', 'VA', 'VA', 'VA', 'VP', 'VP', 'QA', 'LA'),
  LA: row('LA', 'VO', 'LA', 'LA', 'VO', 'VO', 'VA', 'LA'),
  VP: row('AP', 'VP', 'VP', 'VP', 'VP', 'VP', 'VP', 'VO'),
  AP: row('QP', 'VP', 'VP', 'VP', 'VP', 'VP', 'AP', 'AO'),
  QP: row('QP', 'VP', 'VP', 'VP', 'VP', 'VP', 'QP', 'QO'),
  VO: row('AO', 'VO', 'VO', 'LO', 'LO', 'LO', 'VP', 'VO'),
  AO: row('QO', 'VO', 'VO', 'LO', 'LO', 'LO', 'AP', 'AO'),
  QO: row('QO', 'VO', 'VO', 'LO', 'LO', 'LO', 'QP', 'QO'),
  LO: row('AO', 'VO', 'VO', 'VO', 'VO', 'VO', 'VP', 'LO'),
};

function row(
  joinIn: Applicant,
  joinEmpty: Applicant,
  empty: Applicant,
  leaveIn: Applicant,
  leaveEmpty: Applicant,
  leaveAll: Applicant,
  reqJoin: Applicant,
  reqLeave: Applicant,
): Row {
  return { joinIn, joinEmpty, empty, leaveIn, leaveEmpty, leaveAll, reqJoin, reqLeave };
}

/** The state that follows. */
export function nextApplicant(applicant: Applicant, event: ApplicantEvent): Applicant {
  return table[applicant][event];
}

/** Whether the applicant declares its attribute: a member, active or passive, that is not leaving. */
export function isMember(applicant: Applicant): boolean {
  return applicant.endsWith('P') || (applicant.endsWith('A') && applicant !== 'LA');
}

/** An applicant's message at its opportunity, and the state that follows; undefined if there is none. */
export function transmission(
  applicant: Applicant,
  registered: boolean,
): { readonly event: AttributeEvent; readonly next: Applicant } | undefined {
  const join = registered ? AttributeEvent.joinIn : AttributeEvent.joinEmpty;
  switch (applicant) {
    case 'VA':
    case 'VP':
      return { event: join, next: 'AA' };
    case 'AA':
    case 'AP':
      return { event: join, next: 'QA' };
    case 'LA':
      return { event: AttributeEvent.leaveEmpty, next: 'VO' };
    case 'LO':
      return { event: AttributeEvent.empty, next: 'VO' };
    default:
      return undefined;
  }
}
