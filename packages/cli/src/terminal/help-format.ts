import type { Help, HelpConfiguration } from 'commander'

/** Help that is no wider than the terminal, or 80 columns: a long flag has its words below it. */
export const HELP_FORMAT: HelpConfiguration = {
  showGlobalOptions: false,
  padWidth(command, helper) {
    const longest = Math.max(
      helper.longestOptionTermLength(command, helper),
      helper.longestSubcommandTermLength(command, helper),
      helper.longestArgumentTermLength(command, helper),
    )
    return Math.min(longest, MOST_TERM)
  },
  formatItem(term, termWidth, description, helper) {
    if (description === '') return `  ${term}`
    const width = Math.min(helper.helpWidth ?? DEFAULT_WIDTH, MOST_WIDTH)
    const words = wrapWords(description, width - termWidth - 4, helper)
    const start = helper.displayWidth(term) > termWidth ? `\n${' '.repeat(termWidth + 4)}` : ''
    const padding = ' '.repeat(Math.max(0, termWidth - helper.displayWidth(term)) + 2)
    return `  ${term}${start === '' ? padding : start}${words.join(`\n${' '.repeat(termWidth + 4)}`)}`
  },
}

const MOST_TERM = 30
const DEFAULT_WIDTH = 80
const MOST_WIDTH = 110

function wrapWords(text: string, width: number, helper: Help): readonly string[] {
  return helper.boxWrap(text, Math.max(20, width)).split('\n')
}
