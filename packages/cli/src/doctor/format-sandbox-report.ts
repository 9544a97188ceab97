import { stripControl } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import type { SandboxExamination } from './examine-sandbox.ts'

/** What keeps commands in, as a person reads it. */
export function formatSandboxReport(report: SandboxExamination, { palette }: Screen): readonly string[] {
  return [
    ...report.lines.map(stripControl),
    ...(report.checks.length === 0 ? [] : ['', 'Tried out in a folder of its own:']),
    ...report.checks.map(({ what, holds }) =>
      holds ? `  ${palette.green('✓')} ${what}` : `  ${palette.red('✗')} ${what}: it does not hold`,
    ),
    ...report.problems.map(problem => palette.yellow(stripControl(problem))),
  ]
}
