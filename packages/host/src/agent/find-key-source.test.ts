import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findKeySource } from './find-key-source.ts'

const base = mkdtempSync(join(tmpdir(), 'antiphon-key-source-'))
afterAll(() => rmSync(base, { recursive: true }))
const home = join(base, 'home')
const settings = (key: string): string => JSON.stringify({ env: { ANTHROPIC_API_KEY: key } })

function folder(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(base, name)
  mkdirSync(join(path, '.claude'), { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, '.claude', file), text)
  return path
}

const empty = folder('empty', {})
const project = folder('project', { 'settings.json': settings('of the project') })

function find(options: {
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly home?: string
  readonly flag?: string
  readonly platform?: 'anthropic' | 'bedrock'
}): Promise<string> {
  const { env, cwd = empty, platform = 'anthropic', flag } = options
  return findKeySource({
    env,
    provider: { platform },
    settingsChoice: { cwd, home: options.home ?? home, env: {}, isTrusted: true, ...(flag && { flag }) },
  })
}

describe('findKeySource', () => {
  const env = { ANTHROPIC_API_KEY: 'k' }
  it('knows the four sources of the seeds', async () => {
    expect(await find({ env })).toBe('user')
    expect(await find({ env, home: folder('person', { 'settings.json': settings('mine') }) })).toBe('user')
    expect(await find({ env, cwd: project })).toBe('project')
    expect(await find({ env, platform: 'bedrock' })).toBe('org')
    expect(await find({ env, cwd: project, flag: settings('for this run') })).toBe('temporary')
    expect(await find({ env: { ANTHROPIC_AUTH_TOKEN: 't' } })).toBe('temporary')
    // The demo model needs none.
    expect(await find({ env: {} })).toBe('temporary')
  })
})
