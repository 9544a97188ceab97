import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ColourNode, ColourQuestion } from './colour-tree.ts'
import { type Colourist, createColourist, type StartColouring } from './create-colourist.ts'

/** One that answers when the test says so. */
type Scripted = {
  readonly asked: ColourQuestion[]
  readonly listener: Parameters<StartColouring>[0]
  isEnded: boolean
}

describe('createColourist', () => {
  let workers: Scripted[]
  let colourist: Colourist

  beforeEach(() => {
    vi.useFakeTimers()
    workers = []
    colourist = createColourist(listener => {
      const worker: Scripted = { asked: [], listener, isEnded: false }
      workers.push(worker)
      return {
        ask: question => worker.asked.push(question),
        end: () => {
          worker.isEnded = true
        },
      }
    })
  })
  afterEach(() => void vi.useRealTimers())

  const ready = (): void => workers.at(-1)?.listener.onAnswer({ kind: 'ready' })
  const answer = (...nodes: ColourNode[]): void =>
    workers.at(-1)?.listener.onAnswer({ kind: 'coloured', nodes })
  const codeOf = (code: string, language = 'json'): ColourQuestion => ({ code, language })
  function want(code: string, language?: string): { readonly got: unknown[]; readonly leave: () => void } {
    const got: unknown[] = []
    return { got, leave: colourist.colour(codeOf(code, language), nodes => got.push(nodes)) }
  }

  it('asks one worker, one code after the other, and remembers what it said', () => {
    const one = want('1')
    const two = want('2')
    const again = want('1')
    expect(workers).toHaveLength(1)
    expect(workers[0]?.asked).toEqual([])
    ready()
    expect(workers[0]?.asked).toEqual([codeOf('1')])
    answer('one')
    answer('two')
    expect([one.got, two.got, again.got]).toEqual([[['one']], [['two']], [['one']]])
    expect(workers[0]?.asked).toHaveLength(2)
    expect(colourist.recall(codeOf('1'))).toEqual(['one'])
    want('1')
    expect(workers[0]?.asked).toHaveLength(2)
  })

  it('ends a worker that takes too long, never asks about that code again, and goes on with another', () => {
    const slow = want('slow')
    const quick = want('quick')
    ready()
    vi.advanceTimersByTime(10_000)
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
    ready()
    answer('quick')
    expect([slow.got, quick.got]).toEqual([[], [['quick']]])
    want('slow')
    expect(workers.flatMap(({ asked }) => asked)).toEqual([codeOf('slow'), codeOf('quick')])
    // What the ended one still had to say is not heard.
    workers[0]?.listener.onAnswer({ kind: 'coloured', nodes: ['late'] })
    expect(colourist.recall(codeOf('slow'))).toBeUndefined()
  })

  it('does not count the time until a worker is there', () => {
    const { got } = want('1')
    vi.advanceTimersByTime(60_000)
    ready()
    answer('one')
    expect(got).toEqual([['one']])
  })

  it('forgets what nobody waits for any more', () => {
    want('1')
    const left = want('2')
    want('3')
    left.leave()
    ready()
    answer('one')
    answer('three')
    expect(workers[0]?.asked.map(({ code }) => code)).toEqual(['1', '3'])
  })

  it('leaves a language alone whose grammar ran out of time again and again', () => {
    for (let round = 0; round < 20; round += 1) {
      want(`slow ${round}`, 'markdown')
      ready()
      vi.advanceTimersByTime(10_000)
    }
    expect(workers.length).toBeLessThan(10)
    const { got } = want('{}')
    ready()
    answer('json')
    expect(got).toEqual([['json']])
  })

  it('stops where no worker can be had', () => {
    for (let round = 0; round < 20; round += 1) {
      want(`code ${round}`)
      workers.at(-1)?.listener.onFailure()
    }
    expect(workers).toHaveLength(3)
  })
})
