import { randomUUID } from 'node:crypto'
import type { ClientContext, PromptResponse } from '@agentclientprotocol/sdk'
import { createUserMessage, type Message, toWireEvents, type WireEvent } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import type { Recording } from '../../agent/open-recording.ts'
import type { HostPrompt } from '../../headless/host-frame.ts'
import { toAcpPrompt } from '../prompt-blocks.ts'
import type { ForeignFacts } from './foreign-facts.ts'
import { createForeignTurn, type ForeignTurn } from './foreign-turn.ts'
import { createLinkEntry } from './open-foreign-session.ts'
import { toForeignResult } from './turn-end.ts'

/** The turns of another agent, one after the other; each ends with exactly one result, when all of it is on disk. */
export interface ForeignTurns {
  /** The one that runs; null between turns and once it was called off. */
  current(): ForeignTurn | null
  add(prompt: HostPrompt): void
  /** Takes back a prompt that waits; false where it does not any more. */
  drop(uuid: unknown): boolean
  /** Calls off the one that runs. */
  interrupt(): Promise<void>
  /** Lets nothing more begin, and waits for the one that runs. */
  end(): Promise<void>
}

export type ForeignTurnsOptions = {
  readonly name: string
  readonly agent: ClientContext
  /** What the agent calls the session. */
  readonly agentSessionId: string
  readonly cwd: string
  readonly recording: Recording
  readonly facts: ForeignFacts
  readonly hear: (event: WireEvent) => void
  /** What a turn begins with. */
  readonly toInit: () => WireEvent
  readonly readTerminal: (terminalId: string) => string
  readonly cancelQuestions: () => void
  /** When the program is gone. */
  readonly gone: Promise<unknown>
}

export function createForeignTurns(options: ForeignTurnsOptions): ForeignTurns {
  const { name, agent, agentSessionId, cwd, recording, facts, hear, readTerminal } = options
  const { sessionId } = recording
  const waiting: HostPrompt[] = []
  let turn: ForeignTurn | null = null
  let [isCancelled, isLinked] = [false, false]
  let running: Promise<void> | null = null
  let saved: Promise<unknown> = Promise.resolve()

  /** In the order in which it was said; what cannot be stored is told at the end of its turn. */
  function record(messages: readonly Message[]): void {
    const next = recording.recorder.record({ messages })
    next.catch(() => undefined)
    saved = Promise.all([saved, next])
    saved.catch(() => undefined)
  }

  async function runAll(): Promise<void> {
    for (let prompt = waiting.shift(); prompt; prompt = waiting.shift()) await run(prompt)
    running = null
  }

  async function run(prompt: HostPrompt): Promise<void> {
    const startedAt = performance.now()
    isCancelled = false
    hear(options.toInit())
    const user = createUserMessage(prompt)
    const stored = storePrompt([user])
    for (const event of toWireEvents(user, { sessionId })) hear({ ...event, isReplay: true } as WireEvent)
    const now = createForeignTurn({ sessionId, model: facts.model, say: hear, record, readTerminal })
    turn = now
    let { stopReason, failure } = await stored.then(
      () => askAgent(prompt),
      error => ({ stopReason: 'end_turn', failure: toWords(error) as string | null }),
    )
    turn = null
    now.end()
    options.cancelQuestions()
    await Promise.all([saved, recording.recorder.flush()]).catch(error => {
      failure ??= toWords(error)
    })
    saved = Promise.resolve()
    hear(
      toForeignResult({
        ...{ sessionId, prompt, stopReason, failure, isCancelled },
        ...{ words: now.lastWords(), durationMs: performance.now() - startedAt },
        ...{ costUsd: facts.costUsd(), model: facts.model(), contextWindow: facts.contextWindow() },
      }),
    )
  }

  /** With the first prompt stands whose session it is: one in which nobody said anything leaves nothing behind. */
  async function storePrompt(messages: readonly Message[]): Promise<void> {
    if (!isLinked) await recording.recordEntry(createLinkEntry(name, agentSessionId, sessionId))
    isLinked = true
    await recording.recorder.record({ messages })
  }

  async function askAgent({
    content,
  }: HostPrompt): Promise<{ readonly stopReason: string; readonly failure: string | null }> {
    try {
      const request = { sessionId: agentSessionId, prompt: toAcpPrompt(content, cwd) }
      const answered: Promise<PromptResponse> = agent.request('session/prompt', request)
      const answer = await Promise.race([answered, options.gone.then(() => null)])
      const stopReason = answer?.stopReason ?? 'cancelled'
      return { stopReason, failure: stopReason === 'cancelled' && !isCancelled ? `${name} broke off.` : null }
    } catch (error) {
      return { stopReason: 'end_turn', failure: isCancelled ? null : toWords(error) }
    }
  }

  async function interrupt(): Promise<void> {
    if (!turn) return
    isCancelled = true
    options.cancelQuestions()
    await agent.notify('session/cancel', { sessionId: agentSessionId })
  }

  return {
    current: () => (isCancelled ? null : turn),
    add(prompt) {
      waiting.push({ ...prompt, uuid: prompt.uuid ?? randomUUID() })
      running ??= runAll()
    },
    drop(uuid) {
      const place = waiting.findIndex(prompt => prompt.uuid === uuid)
      if (place >= 0) waiting.splice(place, 1)
      return place >= 0
    },
    interrupt,
    async end() {
      waiting.length = 0
      await interrupt().catch(() => undefined)
      await running
    },
  }
}

function toWords(error: unknown): string {
  return stripControl(error instanceof Error ? error.message : String(error))
}
