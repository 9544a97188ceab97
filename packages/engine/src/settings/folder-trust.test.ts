import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainTrust, isFolderTrusted } from './folder-trust.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'antiphon-trust-'))
  await mkdir(join(root, 'config'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const place = (cwd: string, env: Record<string, string> = {}) => ({ cwd: join(root, cwd), home: root, env })
const record = (projects: unknown, folder = '.') =>
  writeFile(join(root, folder, '.claude.json'), JSON.stringify({ projects }))

describe('isFolderTrusted', () => {
  it('trusts what a person has said yes to, and nothing below, above or beside it', async () => {
    await record({
      [join(root, 'a')]: { hasTrustDialogAccepted: true },
      [join(root, 'b')]: { hasTrustDialogAccepted: false },
      [join(root, 'c')]: { hasTrustDialogAccepted: 'true' },
      [join(root, 'd')]: null,
    })
    expect(await isFolderTrusted(place('a'))).toBe(true)
    for (const cwd of ['b', 'c', 'd', 'a/inner', 'aa', 'none'])
      expect(await isFolderTrusted(place(cwd))).toBe(false)
  })

  it('reads the record where the variable says', async () => {
    await record({ [join(root, 'a')]: { hasTrustDialogAccepted: true } }, 'config')
    expect(await isFolderTrusted(place('a'))).toBe(false)
    const elsewhere = place('a', { CLAUDE_CONFIG_DIR: join(root, 'config') })
    expect(await isFolderTrusted(elsewhere)).toBe(true)
    expect(explainTrust(elsewhere)).toContain(join(root, 'config', '.claude.json'))
  })

  it('trusts nothing by a record that is broken, and home by itself', async () => {
    for (const text of ['', '{', '[]', 'null', '{"projects": 3}']) {
      await writeFile(join(root, '.claude.json'), text)
      expect(await isFolderTrusted(place('a'))).toBe(false)
    }
    expect(await isFolderTrusted(place('.'))).toBe(true)
  })
})
