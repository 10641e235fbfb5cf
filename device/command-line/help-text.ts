/** What "help" prints. */
export const help = [
  'A line starts with a verb, followed by the menu path of a page:',
  '',
  '  show network vlan tagged              the contents of the page',
  '  show network vlan tagged 20           one of its rows',
  '  show network vlan tagged | json       the same as JSON',
  '  set network vlan tagged 20 member-ports 5-8',
  '  set network vlan port 1-4,7 pvid 20   several rows at once',
  '  add network vlan tagged 30 vlan-name Cameras',
  '  delete network vlan tagged 30',
  '',
  'Words may be abbreviated if unambiguous. Tab completes a word, "?" lists the possible next words.',
  'Put text with blanks in quotes; "" is empty.',
  '"begin" collects the following lines; "apply" applies them as one change, "discard" drops them.',
  'Changes that may disconnect this session ask first; "force" before a line skips the question.',
  '"diff" shows unsaved changes, "save" saves them.',
];
