import { changeSettings, findConfigFolder, homeOf } from '@antiphon/host'
import { type ActionSurroundings, toWords } from './action-surroundings.ts'
import { createChoicePanel } from './choice-panel.ts'
import { commandWords, findRow } from './local-commands.ts'
import { TERMINAL_THEMES, type TerminalTheme } from './terminal-colors.ts'

/** Colours the talk as it is named, and remembers it; without a name a person chooses. */
export function pickTheme(name: string, around: ActionSurroundings): void {
  const { texts, open, refresh } = around
  const named = TERMINAL_THEMES.find(theme => theme === name)
  if (named) {
    keep(named, around)
    return
  }
  const row = findRow('theme')
  const title = row ? commandWords(row, texts).description : ''
  open(
    createChoicePanel({
      head: screen => [screen.palette.bold(title)],
      options: TERMINAL_THEMES.map(theme => ({ label: texts.themes[theme] })),
      hint: texts.pick,
      onChoose([chosen = 0]) {
        open(null)
        keep(TERMINAL_THEMES[chosen] ?? 'system', around)
      },
      onCancel: () => open(null),
      onChange: refresh,
    }),
  )
}

function keep(theme: TerminalTheme, { io, texts, palette, paint, say, warn }: ActionSurroundings): void {
  paint(theme)
  say([palette().dim(`  ${texts.themes[theme]}`)])
  changeSettings(findConfigFolder(io.env, homeOf(io)), { terminalTheme: theme }).then(
    report => {
      if ('refusal' in report) warn(report.refusal)
    },
    error => warn(toWords(error)),
  )
}
