import { describeSandbox } from '../../sandbox/describe-sandbox.ts'
import type { LocalCommand } from '../../session/command.ts'
import type { SessionState } from '../../session/session-state.ts'

/** Says what keeps commands in. */
export const sandboxCommand: LocalCommand = {
  kind: 'local',
  name: 'sandbox',
  description: 'Show what keeps commands in',
  argumentHint: '',
  run: async ({ session }) => (await describeSessionSandbox(session.state)).join('\n'),
}

/** What keeps the commands of a session in, line by line. */
export async function describeSessionSandbox(
  state: Pick<SessionState, 'services' | 'permissions'>,
): Promise<readonly string[]> {
  const { sandbox } = state.services
  const permissions = state.permissions()
  return sandbox === null
    ? ['There is no sandbox in this session.']
    : describeSandbox(await sandbox.describe(permissions), permissions)
}
