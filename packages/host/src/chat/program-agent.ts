import { isPermissionMode, type WireEvent } from '@antiphon/core'
import type { AgentId } from '@antiphon/core/chat'
import { stripControl } from '@antiphon/core/ui'
import {
  isFolderTrusted,
  listFaceCommands,
  type PermissionState,
  readSettings,
  refuseRewind,
  toWireCommand,
} from '@antiphon/engine'
import { acquireDriverLease } from '@antiphon/transcript'
import { type AgentStart, toAgentArguments } from '../client/agent-arguments.ts'
import { createAgentClient } from '../client/agent-client.ts'
import { type AgentExit, spawnAgent } from '../client/agent-pipe.ts'
import { askToRewindFiles, CANNOT_REWIND, canPreviewRewind } from '../client/rewind-files.ts'
import { type AgentStanding, HELD, type OpenAgentFor } from './chat-agent.ts'
import { createProgramEar } from './program-ear.ts'
import { type ProgramFacts, readProgramFacts } from './program-facts.ts'
import { toFileRewind } from './to-file-rewind.ts'

/** An installed program that speaks stream-json, and the session that it shall work on. */
export type ProgramAgentOptions = {
  readonly id: AgentId
  /** What people call it. */
  readonly name: string
  readonly command: string
  readonly version: string
  readonly start: AgentStart
  readonly cwd: string
  readonly home: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly sessionId: string
  /** Where it keeps that session: it writes the file, and nobody else. */
  readonly path: string
}

/** Starts a program as an agent and drives it over its pipe, with its own login. */
export function openProgramAgent(options: ProgramAgentOptions): OpenAgentFor {
  const { id, name, command, version, start, cwd, home, env, path } = options
  return async owner => {
    const permissions = await readPermissions(options)
    const isUntrusted = !(await isTrusted(options))
    const args = toAgentArguments({ ...start, isUntrusted })
    // The program may hold no lease of what it writes: as long as it runs nobody else here is to.
    const lease = await acquireDriverLease(path)
    if (!lease) throw new Error(HELD)
    const pipe = spawnAgent({ command, args, cwd, env: toProgramEnv(env) })
    const ear = createProgramEar({ say: owner.say, sessionId: options.sessionId })
    const client = createAgentClient({ pipe, onEvent: event => ear.hear(event, client) })
    const released = client.ended.then(() => lease.release())
    const problems = isUntrusted ? [describeUntrusted(cwd, name)] : []
    let isEnding = false
    let facts: ProgramFacts
    try {
      const answer = await client.ask({ subtype: 'initialize' }, AbortSignal.timeout(MAX_START_MS))
      facts = readProgramFacts(answer, start)
    } catch (error) {
      await client.kill()
      await released
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${name} did not start: ${reason}`, { cause: error })
    }
    ear.begin(facts)
    void released.then(async () => {
      const end = await client.ended
      if (isEnding) return
      owner.say(ear.toSystemEvent({ subtype: 'agent_ended', agent: id, words: describeEnd(end, name) }))
      owner.onBroken()
    })

    /** As long as it may take to end by itself; then it is ended. */
    async function leave(): Promise<void> {
      const timer = setTimeout(() => void client.kill(), PATIENCE_MS)
      try {
        if (ear.state() !== 'idle')
          await client.ask({ subtype: 'interrupt' }, AbortSignal.timeout(PATIENCE_MS / 2))
      } catch {
        // It is busy or gone; that its input ends tells it the same.
      }
      await client.close()
      await released
      clearTimeout(timer)
    }

    return {
      id,
      workspace: {
        cwd,
        env,
        permissions: () => permissions,
        messages: ear.messages,
      },
      standing: () => ({
        ...withFaceCommands(ear.standing()),
        ...{ cwd, path, models: facts.models, problems, isHolding: false },
      }),
      async take(prompt) {
        const { content, uuid } = prompt
        ear.noteSent(prompt)
        try {
          await client.prompt(content, { session_id: '', ...(uuid !== undefined && { uuid }) })
        } catch (error) {
          ear.noteCancelled(uuid)
          throw error
        }
      },
      hear(frame) {
        if (frame.kind === 'cancel') return
        const { requestId, request } = frame
        // Which questions a page may ask was checked; the program checks the rest.
        client.ask(request as Parameters<typeof client.ask>[0]).then(
          response => {
            owner.say(toResponse({ subtype: 'success', request_id: requestId, response }))
            ear.noteAnswered(request, response)
          },
          error => owner.say(toResponse({ subtype: 'error', request_id: requestId, error: toWords(error) })),
        )
      },
      rewindFiles: async ({ message, isDryRun }) =>
        toFileRewind(
          canPreviewRewind(version)
            ? await askToRewindFiles(client, { userMessageId: message, dryRun: isDryRun })
            : refuseRewind(CANNOT_REWIND),
        ),
      pending: ear.pending,
      settle(requestId, answer) {
        if (!ear.close(requestId)) return false
        const sent =
          answer.status === 'answered'
            ? client.answer(requestId, answer.response)
            : client.refuse(requestId, answer.status === 'refused' ? answer.error : 'nobody answered')
        // Where it is gone its end tells.
        sent.catch(() => undefined)
        return true
      },
      presence: ear.presence,
      look() {},
      release() {},
      relocate: async () => {},
      isBusy: () => ear.state() !== 'idle',
      async end() {
        isEnding = true
        ear.presence.close()
        await leave()
      },
    }

    async function readPermissions({ start }: ProgramAgentOptions): Promise<PermissionState> {
      const { settings } = await readSettings({ cwd, home: home ?? cwd, env, isTrusted: false })
      const { allow, deny, ask, additionalDirectories } = settings.permissions
      return {
        mode: isPermissionMode(start.permissionMode) ? start.permissionMode : 'default',
        rules: { allow, deny, ask },
        ...{ cwd, home: home ?? cwd, additionalDirectories },
      }
    }
  }
}

/** What the program cannot do itself a page can: our own commands beside its own. */
function withFaceCommands<Standing extends Pick<AgentStanding, 'commands'>>(standing: Standing): Standing {
  const known = standing.commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  return { ...standing, commands: [...standing.commands, ...listFaceCommands(known).map(toWireCommand)] }
}

// The first start after an installation takes its time.
const MAX_START_MS = 45_000
const PATIENCE_MS = 3_000

/** As for our own agent: a person's word counts, in the one record that both have. */
async function isTrusted({ cwd, home, env }: ProgramAgentOptions): Promise<boolean> {
  if (home === undefined && !env.CLAUDE_CONFIG_DIR) return false
  return isFolderTrusted({ cwd, home: home ?? cwd, env })
}

function describeUntrusted(cwd: string, name: string): string {
  return stripControl(
    `You have not said that you trust ${cwd}: ${name} goes by your own settings there, without the folder's settings, hooks, commands and CLAUDE.md, and without MCP servers. If you trust the folder, start claude in it once in a terminal, say so, and open this chat again.`,
  )
}

/** It is a program of its own, not one that another agent started. */
function toProgramEnv(env: ProgramAgentOptions['env']): ProgramAgentOptions['env'] {
  const { CLAUDECODE: _, CLAUDE_CODE_SSE_PORT: __, ...others } = env
  return others
}

function describeEnd({ code, words }: AgentExit, name: string): string {
  const how = code === null ? `${name} was ended from outside.` : `${name} ended with code ${code}.`
  return words === '' ? how : `${how} ${stripControl(words)}`
}

function toResponse(response: object): WireEvent {
  // An answer to a page's question, as the program gave it.
  return { type: 'control_response', response } as WireEvent
}

function toWords(error: unknown): string {
  return stripControl(error instanceof Error ? error.message : String(error))
}
