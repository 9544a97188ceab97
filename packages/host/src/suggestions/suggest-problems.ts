import { resolve } from 'node:path'
import type { ContextSuggestion } from '@antiphon/core/chat'
import { findShellOutputs } from './find-shell-outputs.ts'
import { type Problem, parseProblems } from './parse-problems.ts'
import type { Suggester } from './suggester.ts'

/** What checkers found, as the newest run of each command of the session tells it. Nothing is run for it: what a project calls its checker could be anything. */
export const suggestProblems: Suggester = ({ workspace, cwd, mayRead }, query) => {
  const newest = new Map<string, string>()
  for (const { command, text } of findShellOutputs(workspace.messages(), MAX_OUTPUTS))
    if (!newest.has(command)) newest.set(command, text)
  const problems = [...newest.values()]
    .flatMap(parseProblems)
    .filter(({ file }) => mayRead(resolve(cwd, file)))
    .filter(problem => format(problem).toLowerCase().includes(query.toLowerCase()))
    .slice(0, MAX_PROBLEMS)
  return (['ERROR', 'WARNING'] as const).flatMap(severity =>
    toSuggestion(
      severity,
      problems.filter(problem => problem.severity === severity),
    ),
  )
}

const MAX_OUTPUTS = 50
const MAX_PROBLEMS = 200

function toSuggestion(
  severity: Problem['severity'],
  problems: readonly Problem[],
): readonly ContextSuggestion[] {
  const [first] = problems
  if (!first) return []
  return [
    {
      reference: { type: 'ProblemsReference', count: problems.length, severity, displayType: 'TAG' },
      content: problems.map(format).join('\n'),
      label: `${problems.length} ${severity}`,
      detail: format(first),
    },
  ]
}

function format({ severity, file, line, message }: Problem): string {
  return `${file}:${line}: ${severity.toLowerCase()}: ${message}`
}
