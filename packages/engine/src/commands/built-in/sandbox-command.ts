import { describeSandbox } from '../../sandbox/describe-sandbox.ts'
import type { LocalCommand } from '../../session/command.ts'
import type { Session } from '../../session/session.ts'

/** Says what keeps commands in. */
export const sandboxCommand: LocalCommand = {
  kind: 'local',
  name: 'sandbox',
  description: 'Show what keeps commands in',
  argumentHint: '',
  run: async ({ session }) => (await describeSessionSandbox(session)).join('\n'),
}

/** What keeps the commands of a session in, line by line. */
export async function describeSessionSandbox(session: Session): Promise<readonly string[]> {
  const { sandbox } = session.services
  const permissions = session.permissions()
  return sandbox === null
    ? ['There is no sandbox in this session.']
    : describeSandbox(await sandbox.describe(permissions), permissions)
}
