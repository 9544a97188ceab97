import type { ContextSuggestion } from '@antiphon/core/chat'
import { cutMiddle } from './cut-middle.ts'
import { type CommandOutput, findShellOutputs } from './find-shell-outputs.ts'
import { rank } from './rank.ts'
import type { Suggester } from './suggester.ts'

/** What the newest commands of the session printed; without a word typed, in their order. */
export const suggestTerminal: Suggester = ({ workspace }, query, limit) => {
  const outputs = findShellOutputs(workspace.messages(), MAX_OUTPUTS)
  const found =
    query === '' ? outputs.slice(0, limit) : rank(outputs, { nameOf: ({ command }) => command, query, limit })
  return found.map(toSuggestion)
}

const MAX_OUTPUTS = 20
const MAX_UNITS = 50_000
const MAX_LABEL_UNITS = 120

function toSuggestion({ command, text, isError }: CommandOutput): ContextSuggestion {
  const lineCount = text.split('\n').length
  return {
    reference: { type: 'TerminalReference', lineCount, isError, displayType: 'TAG' },
    content: cutMiddle(`$ ${command}\n${text}`, MAX_UNITS),
    label: command.replaceAll(/\s+/g, ' ').slice(0, MAX_LABEL_UNITS),
    detail: (text.split('\n', 1)[0] ?? '').slice(0, MAX_LABEL_UNITS),
  }
}
