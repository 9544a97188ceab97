import { describe, expect, it } from 'vitest'
import { createFakeDisk, type DiskImage, listCrashImages, toKillImage } from './fake-disk.ts'

const PATH = '/logs/a.jsonl'

describe('createFakeDisk', () => {
  it('shows at once what was appended, and loses any end of it without a sync', () => {
    const disk = createFakeDisk()
    const { file } = disk.openForAppend(PATH)
    expect(file.append([text('ab'), text('c\n')])).toBe(4)
    expect(read(toKillImage(disk.snapshot()))).toBe('abc\n')
    expect(contentsOf(disk.snapshot())).toEqual(
      expect.arrayContaining([undefined, '', 'a', 'ab', 'abc', 'abc\n', '\0\0\0\0']),
    )
  })

  it('keeps what was synced in every state, once the names are synced too', async () => {
    const disk = createFakeDisk()
    const { file, foldersToSync } = disk.openForAppend(PATH)
    file.append([text('abc\n')])
    await file.syncData()
    expect(contentsOf(disk.snapshot())).toContain(undefined)
    expect(foldersToSync).toEqual(['/logs', '/'])
    for (const folder of foldersToSync) await disk.syncFolder(folder)
    file.append([text('d')])
    expect(new Set(contentsOf(disk.snapshot()))).toEqual(new Set(['abc\n', 'abc\nd', 'abc\n\0']))
  })

  it('takes what is written during a sync into the next one only', async () => {
    const disk = createFakeDisk({ image: imageOf('') })
    const { file } = disk.openForAppend(PATH)
    file.append([text('a'.repeat(600))])
    const syncing = file.syncData()
    file.append([text('b'.repeat(600))])
    await syncing
    const states = contentsOf(disk.snapshot())
    expect(states.every(state => state?.startsWith('a'.repeat(600)))).toBe(true)
    expect(states).toContain('a'.repeat(600))
  })

  it('says after a failed sync that all is well, and proves nothing', async () => {
    const disk = createFakeDisk({
      image: imageOf(''),
      fault: ({ index }) => (index === 2 ? { code: 'EIO' } : undefined),
    })
    const { file } = disk.openForAppend(PATH)
    file.append([text('abc\n')])
    await expect(file.syncData()).rejects.toMatchObject({ code: 'EIO' })
    await file.syncData()
    expect(read(toKillImage(disk.snapshot()))).toBe('abc\n')
    expect(contentsOf(disk.snapshot())).toContain('\0\0\0\0')
  })

  it('loses sectors in any order', () => {
    const disk = createFakeDisk({ image: imageOf('') })
    const { file } = disk.openForAppend(PATH)
    file.append([text('a'.repeat(512)), text('b'.repeat(512)), text('c'.repeat(512))])
    expect(contentsOf(disk.snapshot())).toEqual(
      expect.arrayContaining([
        '\0'.repeat(1024) + 'c'.repeat(512),
        `${'a'.repeat(512)}${'\0'.repeat(512)}${'c'.repeat(512)}`,
        `${'a'.repeat(512)}${'b'.repeat(256)}${'\0'.repeat(256)}${'c'.repeat(512)}`,
      ]),
    )
  })

  it('writes what fits, then nothing', () => {
    const disk = createFakeDisk()
    disk.capacity = 3
    const { file } = disk.openForAppend(PATH)
    expect(file.append([text('abcd')])).toBe(3)
    expect(() => file.append([text('d')])).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
  })

  it('refuses a descriptor that was closed', () => {
    const { file } = createFakeDisk().openForAppend(PATH)
    file.close()
    expect(() => file.size()).toThrow(expect.objectContaining({ code: 'EBADF' }))
  })
})

function text(characters: string): Uint8Array {
  return Buffer.from(characters)
}

function imageOf(characters: string): DiskImage {
  return { folders: new Set(['/', '/logs']), files: new Map([[PATH, text(characters)]]) }
}

function read({ files }: DiskImage): string | undefined {
  const bytes = files.get(PATH)
  return bytes && Buffer.from(bytes).toString('latin1')
}

function contentsOf(state: Parameters<typeof listCrashImages>[0]): readonly (string | undefined)[] {
  return [...listCrashImages(state)].map(read)
}
