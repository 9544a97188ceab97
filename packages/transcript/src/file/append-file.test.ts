import { describe, expect, it } from 'vitest'
import {
  createFakeDisk,
  type DiskOperation,
  type FakeDisk,
  type FakeDiskOptions,
} from '../testing/fake-disk.ts'
import { openAppendFile } from './append-file.ts'

const PATH = '/logs/a.jsonl'

describe('openAppendFile', () => {
  it('writes in the order of the calls, all of one tick in one call of the system and one sync', async () => {
    const { disk, file } = await open()
    const outcomes = await Promise.all(['a\n', 'bb\n', 'c\n'].map(line => file.write(bytes(line))))
    expect(outcomes.map(({ size }) => size)).toEqual([2, 5, 7])
    expect(content(disk)).toBe('a\nbb\nc\n')
    expect([count(disk, 'append'), count(disk, 'sync-data')]).toEqual([1, 1])
  })

  it('has what arrives during a sync wait together for the next one', async () => {
    const { disk, file } = await open({ syncTurns: 3 })
    const first = file.write(bytes('1\n'))
    await turn()
    const rest = [file.write(bytes('2\n')), file.write(bytes('3\n'))]
    await turn()
    rest.push(file.write(bytes('4\n')))
    await Promise.all([first, ...rest])
    expect([count(disk, 'append'), count(disk, 'sync-data')]).toEqual([3, 2])
  })

  it('answers `recorded` before the sync and `durable` after it', async () => {
    const { disk, file } = await open({ syncTurns: 5 })
    const durable = file.write(bytes('1\n'))
    await file.write(bytes('2\n'), { acknowledge: 'recorded' })
    expect(await Promise.race([durable, turn()])).toBeUndefined()
    expect(content(disk)).toBe('1\n2\n')
    expect(await durable).toEqual({ status: 'appended', size: 2 })
  })

  it('syncs the names of a new file before it takes a line', async () => {
    const { disk } = await open()
    expect(names(disk)).toEqual(['open', 'sync-folder', 'sync-folder', 'size', 'last-byte'])
    expect(disk.snapshot().unsureNames).toEqual(new Set())
  })

  it('closes a line that a crash tore, and does not touch it otherwise', async () => {
    const { disk, file } = await open({ image: imageOf('{"half') })
    expect(await file.write(bytes('{}\n'), { expectedSize: 6 })).toEqual({ status: 'appended', size: 10 })
    expect(content(disk)).toBe('{"half\n{}\n')
  })

  it('goes on after a short write where it stopped', async () => {
    const { disk, file } = await open({ fault: nth('append', 0, { short: 2 }) })
    expect(await file.write(bytes('abcdef\n'))).toEqual({ status: 'appended', size: 7 })
    expect(content(disk)).toBe('abcdef\n')
    expect(count(disk, 'append')).toBe(2)
  })

  it('appends only at the size that is expected; of several in one tick one wins', async () => {
    const { disk, file } = await open()
    const race = await Promise.all(
      ['a\n', 'b\n', 'c\n'].map(line => file.write(bytes(line), { expectedSize: 0 })),
    )
    expect(race).toEqual([
      { status: 'appended', size: 2 },
      { status: 'conflict', size: 2 },
      { status: 'conflict', size: 2 },
    ])
    expect(await file.write(bytes('d\n'), { expectedSize: 9 })).toEqual({ status: 'conflict', size: 2 })
    const chain = [
      file.write(bytes('e\n'), { expectedSize: 2 }),
      file.write(bytes('f\n'), { expectedSize: 4 }),
    ]
    expect((await Promise.all(chain)).map(({ status }) => status)).toEqual(['appended', 'appended'])
    expect(content(disk)).toBe('a\ne\nf\n')
  })

  it('stops for good at foreign bytes, and writes nothing', async () => {
    const { disk, file } = await open()
    await file.write(bytes('a\n'))
    disk.appendForeign(PATH, bytes('x\n'))
    expect(await file.write(bytes('b\n'))).toEqual({ status: 'conflict', size: 4 })
    expect(await file.write(bytes('c\n'), { expectedSize: 4 })).toEqual({ status: 'conflict', size: 4 })
    expect(content(disk)).toBe('a\nx\n')
  })

  it('acknowledges nothing where somebody wrote at the same moment', async () => {
    let isDone = false
    const { disk, file } = await open({
      onOperation: ({ name }) => {
        if (name !== 'append' || isDone) return
        isDone = true
        disk.appendForeign(PATH, bytes('x\n'))
      },
    })
    expect(await file.write(bytes('a\n'))).toEqual({ status: 'conflict', size: 4 })
    expect(await file.write(bytes('b\n'))).toMatchObject({ status: 'conflict' })
    expect(content(disk)).toBe('x\na\n')
  })

  it.each([
    ['deleted', (disk: FakeDisk) => disk.remove(PATH)],
    ['replaced', (disk: FakeDisk) => disk.replace(PATH, bytes('a\n'))],
  ])('tells that the file was %s, again and again, and makes no new one', async (_, move) => {
    const { disk, file } = await open()
    await file.write(bytes('a\n'))
    move(disk)
    const left = content(disk)
    for (const line of ['b\n', 'c\n'])
      await expect(file.write(bytes(line))).rejects.toMatchObject({ code: 'moved' })
    expect(content(disk)).toBe(left)
  })

  it('makes no new file where a sync fails and the old one is gone', async () => {
    const { disk, file } = await open({ fault: nth('sync-data', 0, { code: 'EIO' }) })
    const writing = file.write(bytes('a\n'))
    await turn()
    disk.remove(PATH)
    await expect(writing).rejects.toMatchObject({ code: 'moved' })
    expect(content(disk)).toBeUndefined()
  })

  it('writes lines anew through a new descriptor where a sync failed', async () => {
    const { disk, file } = await open({ fault: nth('sync-data', 0, { code: 'EIO' }) })
    const outcomes = await Promise.all([file.write(bytes('a\n')), file.write(bytes('bb\n'))])
    expect(outcomes.map(({ size }) => size)).toEqual([7, 10])
    expect(content(disk)).toBe('a\nbb\na\nbb\n')
    expect(count(disk, 'open')).toBe(2)
    expect(disk.snapshot().files.get(PATH)?.unsure.size).toBe(0)
  })

  it('takes the end that it recorded for the end, also when a failed sync moved it', async () => {
    const { file } = await open({ fault: nth('sync-data', 0, { code: 'EIO' }) })
    const { size } = await file.write(bytes('a\n'), { acknowledge: 'recorded' })
    await file.flush()
    expect(await file.write(bytes('b\n'), { expectedSize: size })).toEqual({ status: 'appended', size: 6 })
    expect(await file.write(bytes('c\n'), { expectedSize: size })).toEqual({ status: 'conflict', size: 6 })
  })

  it('refuses after two failed syncs, also what came in between, and recovers at the same place', async () => {
    const { disk, file } = await open({ syncTurns: 4, fault: upTo('sync-data', 2, { code: 'EIO' }) })
    const first = expect(file.write(bytes('a\n'), { expectedSize: 0 })).rejects.toMatchObject({ code: 'io' })
    while (count(disk, 'sync-data') < 2) await turn()
    const second = expect(file.write(bytes('b\n'))).rejects.toMatchObject({ code: 'io' })
    await Promise.all([first, second])
    expect(await file.write(bytes('a\n'), { expectedSize: 0 })).toMatchObject({ status: 'appended' })
    expect(content(disk)?.endsWith('\na\n')).toBe(true)
    expect(disk.snapshot().files.get(PATH)?.unsure.size).toBe(0)
  })

  it('owes what it called recorded: a flush tells, and the next one writes it again', async () => {
    const { disk, file } = await open({ fault: upTo('sync-data', 2, { code: 'EIO' }) })
    await file.write(bytes('a\n'), { acknowledge: 'recorded' })
    await expect(file.flush()).rejects.toMatchObject({ code: 'io' })
    await file.flush()
    expect(disk.snapshot().files.get(PATH)?.unsure.size).toBe(0)
    expect(content(disk)).toBe('a\na\na\n')
  })

  it('tells at the close what it owes, and closes all the same', async () => {
    const { disk, file } = await open({ fault: upTo('sync-data', 100, { code: 'EIO' }) })
    await file.write(bytes('a\n'), { acknowledge: 'recorded' })
    await expect(file.close()).rejects.toMatchObject({ code: 'io' })
    expect(count(disk, 'close')).toBe(count(disk, 'open'))
  })

  it('says that the disk is full, and continues at the same place when it is not', async () => {
    const { disk, file } = await open()
    await file.write(bytes('a\n'))
    disk.capacity = 5
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(file.write(bytes('bcdef\n'), { expectedSize: 2 })).rejects.toMatchObject({
        code: 'no-space',
      })
    expect(content(disk)).toBe('a\nbcd')
    disk.capacity = 100
    expect(await file.write(bytes('bcdef\n'), { expectedSize: 2 })).toEqual({ status: 'appended', size: 12 })
    expect(content(disk)).toBe('a\nbcd\nbcdef\n')
    expect(await file.write(bytes('g\n'), { expectedSize: 2 })).toEqual({ status: 'conflict', size: 12 })
  })

  it('flushes what was written, and only complains about what is lost', async () => {
    const { disk, file } = await open({ fault: nth('append', 0, { code: 'ENOSPC' }) })
    await expect(file.write(bytes('a\n'))).rejects.toMatchObject({ code: 'no-space' })
    void file.write(bytes('b\n'))
    await file.flush()
    expect(disk.snapshot().files.get(PATH)?.unsure.size).toBe(0)
    expect(content(disk)).toBe('b\n')
  })

  it('closes after all is durable, once, and takes nothing more', async () => {
    const { disk, file } = await open({ syncTurns: 3 })
    const writing = file.write(bytes('a\n'))
    await Promise.all([file.close(), file.close()])
    expect(await writing).toEqual({ status: 'appended', size: 2 })
    await expect(file.write(bytes('b\n'))).rejects.toMatchObject({ code: 'closed' })
    expect(count(disk, 'close')).toBe(1)
  })

  it.each(['open', 'sync-folder', 'size', 'last-byte'] as const)(
    'leaves no descriptor open where %s fails as it opens',
    async name => {
      const disk = createFakeDisk({ fault: nth(name, 0, { code: 'EIO' }) })
      await expect(openAppendFile(PATH, disk)).rejects.toMatchObject({ code: 'io' })
      expect(count(disk, 'close')).toBe(name === 'open' ? 0 : 1)
    },
  )
})

async function open(
  options: FakeDiskOptions = {},
): Promise<{ readonly disk: FakeDisk; readonly file: Awaited<ReturnType<typeof openAppendFile>> }> {
  const disk = createFakeDisk(options)
  return { disk, file: await openAppendFile(PATH, disk) }
}

type Fault = NonNullable<FakeDiskOptions['fault']>

/** Only call number `which` of a name fails. */
function nth(name: DiskOperation['name'], which: number, fault: ReturnType<Fault>): Fault {
  let seen = 0
  return operation => (operation.name === name && seen++ === which ? fault : undefined)
}

/** The first calls of a name fail. */
function upTo(name: DiskOperation['name'], calls: number, fault: ReturnType<Fault>): Fault {
  let seen = 0
  return operation => (operation.name === name && seen++ < calls ? fault : undefined)
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text)
}

function content(disk: FakeDisk): string | undefined {
  const shown = disk.bytes(PATH)
  return shown && Buffer.from(shown).toString()
}

function names(disk: FakeDisk): readonly DiskOperation['name'][] {
  return disk.operations.map(({ name }) => name)
}

function count(disk: FakeDisk, name: DiskOperation['name']): number {
  return names(disk).filter(other => other === name).length
}

function imageOf(text: string): NonNullable<FakeDiskOptions['image']> {
  return { folders: new Set(['/', '/logs']), files: new Map([[PATH, bytes(text)]]) }
}

function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
