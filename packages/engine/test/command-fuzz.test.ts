import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createFuzzScene } from '../src/permissions/testing/fuzz-scene.ts'
import type { Settings } from '../src/permissions/testing/permission-scene.ts'
import { createShellGrammar } from '../src/permissions/testing/shell-grammar.ts'

const hasBash = existsSync('/bin/bash')
if (!hasBash) console.log('no bash here: nobody can judge the decisions')

/** Different lines in `npm test`; the long run has half a million, and COMMANDS another number. */
const SHARE = Number(process.env.COMMANDS ?? (process.env.SOAK ? 500_000 : 6_000))
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_116)

const BATCH = 200

/** Made-up lines, each once; those that are allowed run. */
function fuzz(settings: Settings, count: number, isStill: boolean) {
  const scene = createFuzzScene(settings, { isStill })
  const grammar = createShellGrammar(seed + count, 'rm t')
  const seen = new Set<string>()
  const hits: string[] = []
  const batch: string[] = []
  let ran = 0
  let made = 0
  while (seen.size < count) {
    made++
    if (made > count * 20) throw new Error(`the generator repeats itself: ${seen.size} of ${made}`)
    const command = grammar.next()
    if (seen.has(command)) continue
    seen.add(command)
    if (scene.isAllowed(command)) batch.push(command)
    if (batch.length < BATCH && seen.size < count) continue
    ran += batch.length
    hits.push(...scene.findEffects(batch.splice(0)))
  }
  scene.remove()
  console.log(
    `${seen.size} different lines of ${made} made, ${ran} allowed and run, ${hits.length} with an effect`,
  )
  return { hits, ran }
}

describe.runIf(hasBash)('of made-up lines that are allowed', () => {
  it('each effect would be seen', () => {
    const scene = createFuzzScene({}, { isStill: true })
    const effects = ['rm t', '/bin/rm t', 'echo x > new', 'echo "$(r\'\'m t)"']
    expect(scene.findEffects(['true', ...effects, 'echo rm t'])).toEqual(effects)
    scene.remove()
  })

  it('none runs the program that a rule forbids', { timeout: 3_600_000 }, () => {
    const { hits, ran } = fuzz({ allow: ['Bash'], deny: ['Bash(rm:*)'] }, Math.ceil(SHARE * 0.6), false)
    expect(hits).toEqual([])
    expect(ran).toBeGreaterThan(0)
  })

  it('none runs it or writes anything where rules allow other programs', { timeout: 3_600_000 }, () => {
    const allow = [
      'Bash(echo:*)',
      'Bash(true:*)',
      'Bash(printf:*)',
      'Bash(sed:*)',
      'Bash(awk:*)',
      'Bash(find:*)',
    ]
    const { hits, ran } = fuzz({ allow }, Math.ceil(SHARE * 0.25), true)
    expect(hits).toEqual([])
    expect(ran).toBeGreaterThan(0)
  })

  it('none runs it or writes anything where there is no rule', { timeout: 3_600_000 }, () => {
    const { hits, ran } = fuzz({}, Math.ceil(SHARE * 0.15), true)
    expect(hits).toEqual([])
    expect(ran).toBeGreaterThan(0)
  })
})
