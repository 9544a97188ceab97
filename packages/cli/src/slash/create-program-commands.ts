import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createBuiltInCommand, type LocalCall, type LocalCommand, permitFileUse } from '@antiphon/engine'
import type { HostCommands, Io } from '@antiphon/host'
import { USAGE_GROUPS } from '@antiphon/search'
import { rootsOf } from '../command-context.ts'
import { capture, type RunCommand } from './capture.ts'

type ProgramCommandsOptions = { readonly io: Io; readonly runCommand: RunCommand }

/** What commands of the executable answer in a conversation as well: they are run, and what they print is the answer. */
export function createProgramCommands(options: ProgramCommandsOptions): HostCommands {
  return session => {
    const run = async (...argv: readonly string[]): Promise<string> => (await capture(argv, options)).text
    const agent = (): Talk => session().agent
    return [
      createBuiltInCommand(
        'doctor',
        ofLog(agent, path => run('doctor', path)),
      ),
      createBuiltInCommand(
        'fork',
        ofLog(agent, async () => {
          const copy = randomUUID()
          const argv = ['fork', agent().sessionId, '--session-id', copy]
          const { text, isDone } = await capture(argv, options)
          return isDone ? `${text}\nGo on in it with: antiphon -r ${copy} -p PROMPT` : text
        }),
      ),
      createBuiltInCommand(
        'export',
        ofLog(agent, async (path, call) => {
          const out = resolve(agent().cwd, call.args === '' ? `${agent().sessionId}.md` : call.args)
          const refusal = await permitFileUse(call.session, { kind: 'write', paths: [out] })
          return refusal ?? run('export', path, '--out', out)
        }),
      ),
      createBuiltInCommand('usage', async call => {
        if (call.args === '') return run('usage', '--by', 'model', '--session', agent().sessionId)
        if (!USAGES.includes(call.args)) return `It can be put together by ${USAGES.join(', ')}.`
        const refusal = await permitOthers(call, options.io)
        return refusal ?? run('usage', '--by', call.args)
      }),
      createBuiltInCommand('search', async call => {
        if (call.args === '') return 'Say what to look for: /search WORDS.'
        const refusal = await permitOthers(call, options.io)
        return refusal ?? run('search', '--limit', '20', '--', ...call.args.split(/\s+/))
      }),
    ]
  }
}

const USAGES: readonly string[] = [...USAGE_GROUPS, 'tool']

/** What these commands need to know of the agent. */
type Talk = {
  readonly sessionId: string
  readonly cwd: string
  readonly flags: { readonly sessionPersistence: boolean }
  readonly recording: { readonly path: string }
}

/** Something that is done with the session's own log, once all of it is there. */
function ofLog(
  agent: () => Talk,
  work: (path: string, call: LocalCall) => Promise<string>,
): LocalCommand['run'] {
  return async call => {
    const { recording, flags } = agent()
    if (!flags.sessionPersistence) return 'Nothing of this session is kept: there is no log.'
    await call.session.flush()
    const isThere = await stat(recording.path).catch(() => null)
    return isThere ? work(recording.path, call) : 'There is no log yet: nothing was said.'
  }
}

/** What was said elsewhere is the person's, and a prompt may be somebody else's: reading it goes by the rules of Read. */
async function permitOthers({ session }: LocalCall, io: Io): Promise<string | null> {
  const { roots } = await rootsOf(io)
  return permitFileUse(session, { kind: 'read', paths: roots.map(root => join(root, 'projects')) })
}
