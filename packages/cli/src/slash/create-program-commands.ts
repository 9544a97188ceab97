import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuiltInCommand, type LocalCall, type LocalCommand, permitFileUse } from '@antiphon/engine'
import type { HostCommands, Io } from '@antiphon/host'
import { rootsOf } from '../command-context.ts'
import { capture, type RunCommand } from './capture.ts'
import { type ProgramCommandName, planProgramCommand } from './plan-program-command.ts'

export type ProgramCommandsOptions = { readonly io: Io; readonly runCommand: RunCommand }

/** What commands of the executable answer in a conversation as well: they are run, and what they print is the answer. */
export function createProgramCommands(options: ProgramCommandsOptions): HostCommands {
  return session => {
    const agent = (): Talk => session().agent
    return [
      createBuiltInCommand('fork', call =>
        withLog(agent(), call, async () => {
          const copy = randomUUID()
          const argv = ['fork', agent().sessionId, '--session-id', copy]
          const { text, isDone } = await capture(argv, options)
          return isDone ? `${text}\nGo on in it with: antiphon -r ${copy} -p PROMPT` : text
        }),
      ),
      ...PLANNED.map(name => createBuiltInCommand(name, runPlanned(name, agent, options))),
    ]
  }
}

const PLANNED: readonly ProgramCommandName[] = ['doctor', 'export', 'usage', 'search']

/** What these commands need to know of the agent. */
type Talk = {
  readonly sessionId: string
  readonly cwd: string
  readonly flags: { readonly sessionPersistence: boolean }
  readonly recording: { readonly path: string }
}

/** Runs a planned command line, where the rules of Read and Write allow what it uses. */
function runPlanned(
  name: ProgramCommandName,
  agent: () => Talk,
  options: ProgramCommandsOptions,
): LocalCommand['run'] {
  return async call => {
    const { sessionId, cwd, recording } = agent()
    const plan = planProgramCommand(name, call.args, { sessionId, cwd, path: recording.path })
    if (plan.kind === 'told') return plan.words
    const { argv, reads, writes } = plan
    const run = async (): Promise<string> => {
      const refusal =
        (reads === 'logs' ? await permitOthers(call, options.io) : null) ??
        (writes === undefined ? null : await permitFileUse(call.session, { kind: 'write', paths: [writes] }))
      return refusal ?? (await capture(argv, options)).text
    }
    return reads === 'log' ? withLog(agent(), call, run) : run()
  }
}

/** Something that is done with the session's own log, once all of it is there. */
async function withLog(
  { recording, flags }: Talk,
  call: LocalCall,
  work: () => Promise<string>,
): Promise<string> {
  if (!flags.sessionPersistence) return 'Nothing of this session is kept: there is no log.'
  await call.session.flush()
  const isThere = await stat(recording.path).catch(() => null)
  return isThere ? work() : 'There is no log yet: nothing was said.'
}

/** What was said elsewhere is the person's, and a prompt may be somebody else's: reading it goes by the rules of Read. */
async function permitOthers({ session }: LocalCall, io: Io): Promise<string | null> {
  const { roots } = await rootsOf(io)
  return permitFileUse(session, { kind: 'read', paths: roots.map(root => join(root, 'projects')) })
}
