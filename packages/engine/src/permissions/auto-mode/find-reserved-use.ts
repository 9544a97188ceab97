import type { PermissionRequest, PermissionState } from '../permission.ts'
import { findReservedCommand } from './find-reserved-command.ts'
import { findReservedPath, findReservedText } from './find-reserved-path.ts'

/**
 * Why the classifier of the automatic mode may not decide on a call, however harmless it takes it for; null where it
 * may. What rules deny or ask about, doubts and guarded places never come here: they are asked about before.
 */
export function findReservedUse(request: PermissionRequest, state: PermissionState): string | null {
  const { access, input, toolName } = request
  if (FOR_PEOPLE.has(toolName)) return `${toolName} is a question to a person`
  if (JSON.stringify([input, access]).length > LONGEST_CALL) return 'it is too long to be judged as a whole'
  switch (access.kind) {
    case 'none':
      return null
    // Inside the folders rules and modes have decided already.
    case 'read':
    case 'write':
      return (
        access.paths
          .map(path => findReservedPath(path, [state.cwd], state))
          .find(reason => reason !== null) ?? `it would ${access.kind} what no rule allows`
      )
    case 'command':
      return access.isLeaving === true ? 'it would leave the sandbox' : findReservedCommand(access, state)
    case 'fetch':
      return hasCredentials(access.url) ? 'the address holds a name or a password' : null
    case 'tool':
      return (
        listTexts(input)
          .map(text => findReservedText(text, state))
          .find(reason => reason !== null) ?? null
      )
  }
}

/** What a model must read whole to judge it: a part that was cut off could be the harmful one. */
const LONGEST_CALL = 16_000

/** Tools whose call is the question itself. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'ExitPlanModeV2'])

function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** Every text in an input, however deep; the input is bounded. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listTexts)
}
