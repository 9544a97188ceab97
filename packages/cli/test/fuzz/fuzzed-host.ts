import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '@antiphon/contract'
import { type HostVoice, questionOf, toAnswerFrame } from '../run-with-host.ts'
import { listSettledPrompts } from './expect-order.ts'
import type { HostLine, Reply } from './host-lines.ts'

export type FuzzedHostOptions = {
  readonly lines: readonly HostLine[]
  readonly replies: readonly Reply[]
  /** Into how many bytes its input is cut. */
  readonly pieceSize: number
  readonly voice: HostVoice
}

/** A host that says its lines while the program runs, and answers what that asks as it was told to. */
export type FuzzedHost = {
  readonly hear: (frame: JsonObject) => void
  /** Says all, and leaves when it knows what became of every prompt; resolves then with what it has said. */
  readonly speak: () => Promise<readonly HostLine[]>
}

/** The run is judged by its order alone: these only decide where in it something is said. */
const PAUSE_MS = 10
const PATIENCE_MS = 20_000

export function createFuzzedHost({ lines, replies, pieceSize, voice }: FuzzedHostOptions): FuzzedHost {
  const frames: JsonObject[] = []
  const said: HostLine[] = []
  let asked = 0
  let isGone = false
  /** True where it would wait for ever for what waits for it. */
  let isStubborn = false
  let wake: () => void = () => {}

  function leave(): void {
    isGone = true
    voice.leave()
  }

  function answer(id: string, request: JsonObject): void {
    const allowed = toAnswerFrame(id, toAllowance(request))
    const denied = toAnswerFrame(id, toDenial(request))
    const refused = { subtype: 'error', request_id: id, error: 'I do not know' }
    const ways: Readonly<Record<Reply, () => unknown>> = {
      allow: () => voice.say(allowed),
      deny: () => voice.say(denied),
      error: () => voice.say({ type: 'control_response', response: refused }),
      late: () => setTimeout(() => voice.say(allowed), PAUSE_MS),
      twice() {
        voice.say(allowed)
        voice.say(denied)
      },
      never() {
        isStubborn = true
      },
      leave,
    }
    ways[replies[asked++] ?? 'allow']()
  }

  async function pause(): Promise<void> {
    const heard = new Promise<void>(resolve => {
      wake = resolve
    })
    await Promise.race([heard, sleep(PAUSE_MS)])
  }

  return {
    hear(frame) {
      frames.push(frame)
      const question = questionOf(frame)
      if (question) answer(question.id, question.request)
      wake()
    },
    async speak() {
      for (const line of lines) {
        if (isGone) break
        for (const piece of cut(Buffer.from(`${line.text}\n`), pieceSize)) voice.say(piece)
        said.push(line)
        if (line.isPaused) await pause()
      }
      const prompts = said.filter(({ prompt }) => prompt).length
      const deadline = Date.now() + PATIENCE_MS
      while (!isGone && !isStubborn && listSettledPrompts(frames, said).length < prompts) {
        if (Date.now() > deadline) break
        await pause()
      }
      leave()
      return said
    },
  }
}

/** The bytes in pieces, as pipes deliver them. */
export function cut(bytes: Buffer, size: number): readonly Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return pieces
}

function toAllowance({ subtype, input }: JsonObject): JsonObject {
  return subtype === 'can_use_tool' ? { behavior: 'allow', updatedInput: input ?? {} } : {}
}

function toDenial({ subtype }: JsonObject): JsonObject {
  return subtype === 'can_use_tool'
    ? { behavior: 'deny', message: 'better not' }
    : { decision: 'block', reason: 'better not' }
}
