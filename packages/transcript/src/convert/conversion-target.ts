/** Who is to go on with a session. */
export type ConversionTarget = 'claude' | 'antiphon'

/** The programs that go on with sessions, as people call them. */
export const CONVERSION_TARGETS: Readonly<Record<ConversionTarget, string>> = {
  claude: 'Claude Code',
  antiphon: 'Antiphon',
}
