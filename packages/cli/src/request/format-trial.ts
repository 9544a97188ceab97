import type { Violation } from '@antiphon/contract'
import type { Trial } from '@antiphon/core/inspect'
import { formatCount, oneLine } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import type { ApiReport } from './compute-api-report.ts'

/** What was tried, how the request differs, and what the API would say to it. */
export function formatTrial({ violations, request }: ApiReport, trial: Trial, { palette }: Screen): string[] {
  const { without, order, tooLate, changed, usual } = trial
  const [first] = violations.request
  return [
    ...(without.length > 0 ? [`${palette.bold('Without')} ${without.join(', ')}`] : []),
    ...(order.length > 0 ? [`${palette.bold('In the order')} ${order.join(', ')}`] : []),
    ...tooLate.map(stage => palette.yellow(`${stage} finds nothing to do there and has no effect.`)),
    changed.length === 0
      ? 'The request is the same.'
      : `${formatCount(changed.length, 'message differs', 'messages differ')} from the request that is sent otherwise (${request.messages.length} now, ${usual} then).`,
    first ? palette.red(`✗ ${formatAnswer(first)}`) : palette.green('✓ The API would accept it.'),
  ]
}

function formatAnswer({ status, errorType, rule, message }: Violation): string {
  return `The API would refuse it by ${rule}: ${status} ${errorType}: ${oneLine(message, 300)}`
}
