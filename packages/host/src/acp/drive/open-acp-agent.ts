import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClientContext, SessionUpdate } from '@agentclientprotocol/sdk'
import type { JsonObject } from '@antiphon/contract'
import type { RecordEntry, WireEvent } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import { listFaceCommands, refuseRewind, toWireCommand } from '@antiphon/engine'
import { chooseSession } from '../../agent/choose-session.ts'
import { openRecording } from '../../agent/open-recording.ts'
import type { ChatAgent, OpenAgentFor } from '../../chat/chat-agent.ts'
import { createProgramEar } from '../../chat/program-ear.ts'
import { toFileRewind } from '../../chat/to-file-rewind.ts'
import type { AcpProgram } from '../../client/acp-program.ts'
import { spawnAgent } from '../../client/agent-pipe.ts'
import type { HeadlessFlags } from '../../headless/headless-session.ts'
import type { HostRequest } from '../../headless/host-frame.ts'
import type { Io } from '../../io.ts'
import { COMPATIBLE_VERSION } from '../../version.ts'
import { connectAgent } from './connect-agent.ts'
import { createForeignFacts } from './foreign-facts.ts'
import { createForeignQuestions } from './foreign-questions.ts'
import { createForeignTurns, type ForeignTurns } from './foreign-turns.ts'
import { createLocalEditor } from './local-editor.ts'
import { type ForeignSession, findForeignId, openForeignSession } from './open-foreign-session.ts'

export type AcpAgentOptions = {
  readonly program: AcpProgram
  readonly flags: HeadlessFlags
  readonly cwd: string
  readonly env: Io['env']
}

/** Starts a program that speaks the Agent Client Protocol and talks with it; what it says is kept in a log of ours. */
export function openAcpAgent({ program, flags, cwd, env }: AcpAgentOptions): OpenAgentFor {
  return async owner => {
    const { name } = program
    const chosen = await chooseSession(flags, cwd, toIo(env))
    const sessionId = chosen.key.session
    const entrypoint = `acp:${name}`
    const recording = await openRecording(chosen, { cwd, sessionId, flags, entrypoint, onStored: undefined })
    const pipe = spawnAgent({ ...program, cwd, env: { ...env, ...program.env } })
    const editor = createLocalEditor({ cwd, env })
    const ear = createProgramEar({ say: owner.say, sessionId })
    const facts = createForeignFacts(name)
    const hear = (event: WireEvent): void => ear.hear(event, { refuse: async () => {} })
    const questions = createForeignQuestions({
      say: hear,
      announce: call => turns?.current()?.announce(call) ?? null,
    })
    let turns: ForeignTurns | null = null
    let isEnding = false

    function hearUpdate(update: SessionUpdate): void {
      if (facts.hear(update)) {
        if (turns && update.sessionUpdate !== 'usage_update') tellStatus()
        return
      }
      if (update.sessionUpdate === 'session_info_update') {
        if (turns && update.title)
          void recording.recordEntry(toTitle(update.title, sessionId)).catch(() => {})
      } else if (update.sessionUpdate === 'notice') {
        const content = stripControl(update.title)
        hear(ear.toSystemEvent({ subtype: 'informational', content, level: 'warning' }))
      } else turns?.current()?.hear(update)
    }

    function tellStatus(): void {
      const [model, permissionMode] = [facts.model(), facts.mode()]
      hear(ear.toSystemEvent({ subtype: 'status', status: null, model, permissionMode }))
    }

    const released = pipe.ended.then(async () => {
      questions.cancelAll()
      await editor.close()
      // What runs tells what became of it first.
      await turns?.end()
      await recording.close().catch(() => undefined)
    })
    try {
      // An agent's own session cannot go back.
      const before = flags.resumeSessionAt === undefined ? await findForeignId(chosen, name) : null
      const connection = await connectAgent({
        ...{ pipe, editor, onQuestion: questions.ask },
        // What it tells while it loads stands in our log already.
        onUpdate: ({ update }) => hearUpdate(update),
      })
      const session = await openForeignSession({ ...connection, cwd, before, name })
      return begin(connection.agent, session)
    } catch (error) {
      isEnding = true
      pipe.kill()
      await released
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${name} did not start: ${stripControl(reason)}`, { cause: error })
    }

    function begin(agent: ClientContext, session: ForeignSession): ChatAgent {
      const isForgotten = chosen.resumed !== null && !session.isResumed
      const problems = isForgotten
        ? [`${name} does not go on with its own session: it knows nothing of what was said before here.`]
        : []
      facts.begin(session.modes, session.options)
      ear.begin({ commands: [], models: [], model: facts.model(), permissionMode: facts.mode() })
      const running = createForeignTurns({
        ...{ name, agent, cwd, recording, facts, hear, toInit },
        agentSessionId: session.id,
        readTerminal: editor.output,
        cancelQuestions: questions.cancelAll,
        gone: pipe.ended,
      })
      turns = running
      void released.then(async () => {
        const { code, words } = await pipe.ended
        if (isEnding) return
        const how = code === null ? `${name} was ended from outside.` : `${name} ended with code ${code}.`
        hear(
          ear.toSystemEvent({ ...ENDED, agent: entrypoint, words: `${how} ${stripControl(words)}`.trim() }),
        )
        owner.onBroken()
      })

      function toInit(): WireEvent {
        return ear.toSystemEvent({
          subtype: 'init',
          ...{ cwd, tools: [], mcp_servers: [], model: facts.model(), permissionMode: facts.mode() },
          slash_commands: facts.commands().map(({ name }) => name),
          ...{ apiKeySource: 'none', claude_code_version: COMPATIBLE_VERSION, output_style: 'default' },
          ...{ skills: [], plugins: [] },
        })
      }

      async function choose(configId: string, value: string): Promise<void> {
        const { configOptions } = await agent.request('session/set_config_option', {
          ...{ sessionId: session.id, configId, value },
        })
        facts.hear({ sessionUpdate: 'config_option_update', configOptions })
      }

      /** What a page may ask of an agent, as far as the protocol has it. */
      async function answer(request: HostRequest): Promise<JsonObject> {
        switch (request.subtype) {
          case 'interrupt':
            await running.interrupt()
            return {}
          case 'set_permission_mode': {
            const modeId = facts.findMode(String(request.mode))
            const option = facts.modeOption()
            if (option !== undefined) await choose(option, modeId)
            else {
              await agent.request('session/set_mode', { sessionId: session.id, modeId })
              facts.hear({ sessionUpdate: 'current_mode_update', currentModeId: modeId })
            }
            return { mode: facts.mode() }
          }
          case 'set_model': {
            const configId = facts.modelOption()
            if (configId === undefined)
              throw new Error(`${name} offers no choice of models here. ${ELSEWHERE}`)
            await choose(configId, String(request.model))
            return { model: facts.model() }
          }
          case 'cancel_async_message':
            return { cancelled: running.drop(request.message_uuid) }
          default:
            throw new Error(`${name} is not asked that: the Agent Client Protocol has no ${request.subtype}.`)
        }
      }

      return {
        id: `acp:${name}`,
        workspace: { cwd, env, messages: ear.messages, permissions: () => toPermissions(cwd, env) },
        standing: () => ({
          ...ear.standing(),
          commands: withFaceCommands(facts.commands()),
          ...{ cwd, path: recording.path, problems, isHolding: false, models: facts.models() },
        }),
        async take(prompt) {
          if (isEnding) throw new Error(`${name} has ended.`)
          const named = { ...prompt, uuid: prompt.uuid ?? randomUUID() }
          ear.noteSent(named)
          running.add(named)
        },
        hear(frame) {
          if (frame.kind === 'cancel') return
          const { requestId, request } = frame
          answer(request).then(
            response => {
              owner.say(toResponse({ subtype: 'success', request_id: requestId, response }))
              ear.noteAnswered(request, response)
            },
            error => {
              const words = stripControl(error instanceof Error ? error.message : String(error))
              owner.say(toResponse({ subtype: 'error', request_id: requestId, error: words }))
            },
          )
        },
        pending: ear.pending,
        rewindFiles: async () => toFileRewind(refuseRewind(`${name} keeps no earlier states of files.`)),
        settle(requestId, decided) {
          ear.close(requestId)
          if (!questions.settle(requestId, decided)) return false
          if (decided.status === 'answered' && decided.response.interrupt === true) void running.interrupt()
          return true
        },
        presence: ear.presence,
        look() {},
        release() {},
        async relocate() {
          await recording.recordEntry({ type: 'relocated', relocatedCwd: cwd, sessionId })
        },
        isBusy: () => ear.state() !== 'idle',
        async end() {
          isEnding = true
          ear.presence.close()
          const timer = setTimeout(pipe.kill, PATIENCE_MS)
          await running.end()
          pipe.input.end()
          await released
          clearTimeout(timer)
        },
      }
    }
  }
}

const ENDED = { subtype: 'agent_ended' } as const
const ELSEWHERE = 'Choose one in its own settings.'
const PATIENCE_MS = 3_000

/** What decides on suggestions only: the agent goes by rules of its own. */
function toPermissions(cwd: string, env: Io['env']): ReturnType<ChatAgent['workspace']['permissions']> {
  const rules = { allow: [], deny: [], ask: [] }
  return { mode: 'default', rules, cwd, home: env.HOME ?? cwd, additionalDirectories: [] }
}

function toTitle(title: string, sessionId: string): RecordEntry {
  return { type: 'ai-title', aiTitle: stripControl(title).slice(0, MAX_TITLE), sessionId }
}

const MAX_TITLE = 200

/** What no agent of the protocol does a page and a terminal do themselves. */
function withFaceCommands(commands: ReturnType<ReturnType<typeof createForeignFacts>['commands']>) {
  return [...commands, ...listFaceCommands(commands.map(({ name }) => name)).map(toWireCommand)]
}

function toResponse(response: object): WireEvent {
  // An answer to a page's question.
  return { type: 'control_response', response } as WireEvent
}

/** For what is looked up before anything runs. */
function toIo(env: Io['env']): Io {
  const output = { isTerminal: false, columns: () => undefined, write: async () => {} }
  return {
    ...{ stdin: Readable.from([]), stdout: output, stderr: output, env },
    ...{ signal: new AbortController().signal, onClosedOutput() {} },
  }
}
