import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { isCaughtUp, line, useFollowFixture } from '../../test/follow-fixture.ts'
import { followFile } from './follow-file.ts'

const fixture = useFollowFixture()

describe('followFile, when it ends', () => {
  it('gives its descriptor back when the consumer stops in the middle', async () => {
    const text = 'x'.repeat(1000)
    for (let n = 0; n < 100; n++)
      appendFileSync(fixture.path, `${JSON.stringify({ n, text }).repeat(1)}\n`.repeat(20))
    const source = followFile(fixture.path, { signal: fixture.stop.signal })
    await source.next()
    expect(await openDescriptorsOf(fixture.path)).toEqual(existsSync('/proc/self/fd') ? [fixture.path] : [])
    await source.return()
    expect(await openDescriptorsOf(fixture.path)).toEqual([])
  })

  it('ends at the signal and at return while it waits, and leaves nothing behind', async () => {
    writeFileSync(fixture.path, line(1))
    const signalled = fixture.start()
    await signalled.until(isCaughtUp)
    fixture.stop.abort()
    await signalled.ended
    const source = followFile(fixture.path)
    await source.next()
    await source.next()
    const pending = source.next()
    await nextTurn()
    await source.return()
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(await openDescriptorsOf(fixture.path)).toEqual([])
    await expectNoWatch()
  })

  it('gives nothing when the signal is over already', async () => {
    fixture.stop.abort()
    const follower = fixture.start()
    await follower.ended
    expect(follower.items).toEqual([])
  })

  it('throws an error with a code where the fixture.path cannot be read', async () => {
    fixture.path = fixture.folder
    await expect(fixture.start().ended).rejects.toMatchObject({ name: 'TranscriptError', code: 'io' })
  })
})

/** The descriptors of this process that are open on a path; none where the system does not tell. */
async function openDescriptorsOf(target: string): Promise<readonly string[]> {
  const names = await readdir('/proc/self/fd').catch(() => [])
  const links = await Promise.all(names.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return links.filter(link => link === target)
}

/** Closed handles are gone at the end of the loop's turn, which comes after its immediates. */
async function expectNoWatch(): Promise<void> {
  await nextTurn()
  await nextTurn()
  expect(process.getActiveResourcesInfo()).not.toContain('FSEventWrap')
}
