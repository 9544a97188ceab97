import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brief, isCaughtUp, line, upTo, useFollowFixture } from '../../test/follow-fixture.ts'
import type { WatchFolder } from './watch-file.ts'

const fixture = useFollowFixture()

describe('followFile, wherever the file lies', () => {
  it('waits for a file, and for the folder around it', async () => {
    fixture.path = join(fixture.folder, 'later', 'session.jsonl')
    const follower = fixture.start({ pollMs: 20 })
    await follower.until(isCaughtUp)
    mkdirSync(join(fixture.folder, 'later'))
    writeFileSync(fixture.path, line(1))
    await follower.until(upTo(1))
    appendFileSync(fixture.path, line(2))
    await follower.until(upTo(2))
    expect(brief(follower.items)).toEqual([1, 2])
  })

  it('follows a link to where the file lies', async () => {
    mkdirSync(join(fixture.folder, 'elsewhere'))
    const real = join(fixture.folder, 'elsewhere', 'real.jsonl')
    writeFileSync(real, line(1))
    symlinkSync(real, fixture.path)
    const follower = fixture.start({ safetyPollMs: 3_600_000 })
    await follower.until(isCaughtUp)
    appendFileSync(real, line(2))
    await follower.until(upTo(2))
  })

  it('polls where nothing can be watched, and where a watch says nothing', async () => {
    const refused: WatchFolder = () => {
      throw Object.assign(new Error('no watches left'), { code: 'ENOSPC' })
    }
    const silent: WatchFolder = () => ({ close: () => {} })
    for (const watchFolder of [refused, silent]) {
      writeFileSync(fixture.path, line(1))
      const follower = fixture.start({ watchFolder, pollMs: 10, safetyPollMs: 10 })
      await follower.until(isCaughtUp)
      appendFileSync(fixture.path, line(2))
      await follower.until(upTo(2))
    }
  })

  it('goes on when its watch dies', async () => {
    let fail = (): void => {}
    const dying: WatchFolder = (_folder, { onFailure }) => {
      fail = onFailure
      return { close: () => {} }
    }
    writeFileSync(fixture.path, line(1))
    const follower = fixture.start({ watchFolder: dying, safetyPollMs: 3_600_000 })
    await follower.until(isCaughtUp)
    appendFileSync(fixture.path, line(2))
    fail()
    await follower.until(upTo(2))
  })

  it('follows a folder that went and came back', async () => {
    fixture.path = join(fixture.folder, 'project', 'session.jsonl')
    mkdirSync(join(fixture.folder, 'project'))
    writeFileSync(fixture.path, line(1))
    const follower = fixture.start({ safetyPollMs: 20, pollMs: 20 })
    await follower.until(isCaughtUp)
    rmSync(join(fixture.folder, 'project'), { recursive: true })
    await follower.until(upTo('reset deleted'))
    mkdirSync(join(fixture.folder, 'project'))
    writeFileSync(fixture.path, line(2))
    await follower.until(upTo(2))
  })
})
