import type { ToolUseBlock } from '@antiphon/contract'
import { createAssistantMessage, createUserMessage, type Message } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createStreamingToolExecutor,
  type RequestedCall,
  type StreamingToolExecutor,
} from './streaming-tool-executor.ts'

type Plan = {
  readonly isSafe: boolean
  readonly prepareTicks: number
  readonly runTicks: number
  readonly progress: number
  readonly stop?: string
  readonly spoiled?: string
}

const plan: fc.Arbitrary<Plan> = fc.record({
  isSafe: fc.boolean(),
  prepareTicks: fc.nat(4),
  runTicks: fc.nat(6),
  progress: fc.nat(2),
})

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await Promise.resolve()
}

function toCall(index: number): RequestedCall {
  const block: ToolUseBlock = { type: 'tool_use', id: `call-${index}`, name: 'Any', input: {} }
  return { block, assistantMessage: createAssistantMessage({ content: [block] }) }
}

/** Runs the plans and notes who ran beside whom. */
function createExecutor(plans: readonly Plan[]): {
  executor: StreamingToolExecutor
  overlaps: (readonly number[])[]
} {
  const running = new Set<number>()
  const overlaps: (readonly number[])[] = []
  const executor = createStreamingToolExecutor({
    answerUnrun: ({ block }, reason) => ({
      messages: [createUserMessage({ content: `unrun ${block.id}: ${reason}` })],
      stop: null,
    }),
    async prepare({ block }) {
      const index = Number(block.id.slice('call-'.length))
      const { isSafe, prepareTicks, runTicks, progress, stop = null, spoiled = null } = plans[index] as Plan
      await ticks(prepareTicks)
      return {
        isConcurrencySafe: isSafe,
        async *run() {
          running.add(index)
          overlaps.push([...running])
          for (let step = 0; step < progress; step++)
            yield createUserMessage({ content: `progress ${index}` })
          await ticks(runTicks)
          running.delete(index)
          return { messages: [createUserMessage({ content: `result ${index}` })], stop, spoiled }
        },
      }
    },
  })
  return { executor, overlaps }
}

function texts(messages: readonly Message[], prefix: string): readonly string[] {
  return messages
    .map(message =>
      message.type === 'user' && typeof message.message.content === 'string' ? message.message.content : '',
    )
    .filter(text => text.startsWith(prefix))
}

describe('createStreamingToolExecutor', () => {
  it('answers every call in its order, and lets nothing run beside one that must run alone (law)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { maxLength: 8 }),
        fc.array(fc.nat(3), { maxLength: 8 }),
        async (plans, pauses) => {
          const { executor, overlaps } = createExecutor(plans)
          const told: Message[] = []
          for (const [index] of plans.entries()) {
            executor.add(toCall(index))
            await ticks(pauses[index] ?? 0)
            told.push(...executor.take())
          }
          for await (const message of executor.drain()) told.push(message)
          expect(texts(told, 'result')).toEqual(plans.map((_, index) => `result ${index}`))
          expect(texts(told, 'progress')).toHaveLength(plans.reduce((sum, { progress }) => sum + progress, 0))
          for (const together of overlaps)
            if (together.length > 1) expect(together.every(index => plans[index]?.isSafe)).toBe(true)
        },
      ),
    )
  })

  it('runs safe calls side by side', async () => {
    const safe = { isSafe: true, prepareTicks: 0, runTicks: 5, progress: 0 }
    const { executor, overlaps } = createExecutor([safe, safe, safe])
    for (const index of [0, 1, 2]) executor.add(toCall(index))
    for await (const _ of executor.drain());
    expect(Math.max(...overlaps.map(({ length }) => length))).toBe(3)
  })

  const look = { isSafe: true, prepareTicks: 3, runTicks: 0, progress: 0 }

  it('starts nothing that is taken back while it is being looked at, and goes on with what comes instead', async () => {
    const { executor, overlaps } = createExecutor([look, look])
    executor.add(toCall(0))
    expect(executor.hasStarted()).toBe(false)
    executor.forget()
    await ticks(20)
    expect(executor.hasStarted()).toBe(false)
    expect(overlaps).toEqual([])
    executor.add(toCall(1))
    const told: Message[] = []
    for await (const message of executor.drain()) told.push(message)
    expect(texts(told, 'result')).toEqual(['result 1'])
    expect(overlaps).toEqual([[1]])
  })

  it('starts nothing behind a call that says stop, and answers it all the same', async () => {
    const alone = { ...look, isSafe: false }
    const { executor, overlaps } = createExecutor([{ ...alone, stop: 'enough' }, alone, look])
    for (const index of [0, 1, 2]) executor.add(toCall(index))
    const told: Message[] = []
    for await (const message of executor.drain()) told.push(message)
    expect(overlaps).toEqual([[0]])
    expect(texts(told, 'unrun')).toEqual(['unrun call-1: enough', 'unrun call-2: enough'])
    expect(executor.stopReason()).toBe('enough')
  })

  it('starts nothing that must run alone behind a call that spoils it', async () => {
    const alone = { ...look, isSafe: false }
    const { executor, overlaps } = createExecutor([{ ...alone, spoiled: 'no folder' }, alone, look])
    for (const index of [0, 1, 2]) executor.add(toCall(index))
    const told: Message[] = []
    for await (const message of executor.drain()) told.push(message)
    expect(overlaps).toEqual([[0], [2]])
    expect(texts(told, 'unrun')).toEqual(['unrun call-1: no folder'])
    expect(executor.stopReason()).toBeNull()
  })
})
