/** Takes the other screen of the terminal, without a cursor. */
export const ENTER_OTHER_SCREEN = '\u001b[?1049h\u001b[?25l'

/** Gives it back; what stood there before is written anew where there was no other: GNU screen has one only if it is told to. */
export function leaveOtherScreen(
  env: Readonly<Record<string, string | undefined>>,
  recover: () => string,
): string {
  return `\u001b[?1049l\u001b[?25h${env.STY ? recover() : ''}`
}
