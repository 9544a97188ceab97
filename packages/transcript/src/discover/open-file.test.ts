import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFile } from './open-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-open-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('openFile', () => {
  it('tells size and time, and reads from any position', async () => {
    const path = join(folder, 'a')
    writeFileSync(path, 'lighthouse')
    utimesSync(path, 1000, 1000)
    const file = await openFile(path)
    const bytes = Buffer.alloc(6)
    expect(await file.read(bytes, 1, 5, 5)).toEqual({ bytesRead: 5 })
    expect([file.size, file.modifiedAt.getTime(), bytes.toString()]).toEqual([10, 1_000_000, '\0house'])
    expect(await file.read(bytes, 0, 6, 10)).toEqual({ bytesRead: 0 })
    file.close()
  })

  it('fails as the system does', async () => {
    await expect(openFile(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
    const file = await openFile(folder)
    await expect(file.read(Buffer.alloc(1), 0, 1, 0)).rejects.toMatchObject({ code: 'EISDIR' })
    file.close()
  })
})
