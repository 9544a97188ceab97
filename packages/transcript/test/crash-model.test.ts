import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiskOperation } from '../src/testing/fake-disk.ts'
import { type CheckedImages, checkCrashPoints } from './model/check-crash-points.ts'
import { type FaultPlan, LOG, runScript, type Script, type ScriptWrite } from './model/run-script.ts'
import { isQuick, LONG, rounds } from './process/soak.ts'

const durable = (bytes: number): ScriptWrite => ({ bytes, acknowledge: 'durable' })
const recorded = (bytes: number): ScriptWrite => ({ bytes, acknowledge: 'recorded' })

const SCRIPTS: readonly (readonly [string, Script])[] = [
  ['one producer', { turns: [[durable(200)], [durable(700)], [durable(180)]], syncTurns: 1 }],
  [
    'two producers that write while the other waits for its sync',
    {
      turns: [
        [durable(300)],
        [durable(250)],
        [durable(400), recorded(200)],
        [],
        [recorded(180)],
        [durable(190)],
      ],
      syncTurns: 3,
    },
  ],
  [
    'three producers in one tick',
    { turns: [[durable(400), recorded(300), durable(350)], [durable(200)]], syncTurns: 2 },
  ],
  [
    'a file whose last line is torn',
    { turns: [[durable(200)], [durable(600)]], syncTurns: 2, image: imageOf('{"type":"user","te') },
  ],
  [
    'a file that ends in zeros at the end of a sector',
    { turns: [[durable(512)], [durable(512)]], syncTurns: 2, image: imageOf('\0'.repeat(512)) },
  ],
]

describe.each(isQuick ? SCRIPTS.slice(-2) : SCRIPTS)('%s', (_, script) => {
  it('loses nothing that was promised, whenever the machine or the process dies', async () => {
    const { points, codes } = await runScript(script)
    expect(codes).toEqual([])
    const checked: CheckedImages = new Map()
    await checkCrashPoints(points, 'every-byte', checked)
    expect(checked.size).toBeGreaterThan(500)
  })

  it('loses nothing that was promised when any call fails, once or for good, and the machine dies later', async () => {
    const { disk } = await runScript(script)
    const checked: CheckedImages = new Map()
    for (const operation of disk.operations)
      for (const [name, fault] of listFaults(operation)) {
        const { points } = await runScript(script, fault)
        await checkCrashPoints(points, 'edges', checked).catch(error => {
          throw new Error(`${name}: ${error.message}`)
        })
      }
  })
})

describe('writes of any size and time, faults of any kind', () => {
  it(
    'lose nothing that was promised',
    async () => {
      await fc.assert(
        fc.asyncProperty(scripts, faultPlans, async (script, { plan }) => {
          const { points } = await runScript(script, plan)
          await checkCrashPoints(points, 'edges', new Map())
        }),
        { numRuns: rounds(20, 1000) },
      )
    },
    LONG,
  )
})

/** What may go wrong from one call on: the call fails once, twice, or it and its like fail from now on. */
function* listFaults({ index, name }: DiskOperation): Generator<readonly [string, FaultPlan]> {
  for (const code of name === 'append' ? ['ENOSPC', 'EIO'] : ['EIO'])
    for (const count of [1, 2, Number.POSITIVE_INFINITY]) {
      let left = count
      yield [
        `${code} in ${count} of ${name} from ${index}`,
        operation =>
          operation.index >= index && operation.name === name && left-- > 0 ? { code } : undefined,
      ]
    }
  if (name === 'append') {
    yield [`short at ${index}`, operation => (operation.index === index ? { short: 100 } : undefined)]
    yield [
      `short at ${index}, then full`,
      operation =>
        operation.index === index
          ? { short: 100 }
          : operation.index > index && operation.name === name
            ? { code: 'ENOSPC' }
            : undefined,
    ]
  }
  if (name === 'sync-data')
    yield [
      `EIO at ${index}, then nothing opens`,
      operation =>
        operation.index === index || (operation.index > index && operation.name === 'open')
          ? { code: 'EIO' }
          : undefined,
    ]
}

const writes = fc.record({
  bytes: fc.integer({ min: 150, max: 1500 }),
  acknowledge: fc.constantFrom('recorded' as const, 'durable' as const),
})

const scripts = fc.record({
  turns: fc.array(fc.array(writes, { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
  syncTurns: fc.integer({ min: 0, max: 4 }),
})

const faultPlans = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.oneof(
        fc.record({ code: fc.constantFrom('EIO', 'ENOSPC', 'EROFS') }),
        fc.record({ short: fc.integer({ min: 1, max: 600 }) }),
      ),
    ),
    { maxLength: 4 },
  )
  .map(faults => ({ faults, plan: toPlan(new Map(faults)) }))

function toPlan(
  faults: ReadonlyMap<number, { readonly code: string } | { readonly short: number }>,
): FaultPlan {
  return ({ index }) => faults.get(index)
}

function imageOf(text: string): NonNullable<Script['image']> {
  const folders = new Set(['/', '/disk', '/disk/projects', '/disk/projects/p'])
  return { folders, files: new Map([[LOG, Buffer.from(text)]]) }
}
