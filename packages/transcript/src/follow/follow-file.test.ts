import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { collectItems } from '../../test/collect-items.ts'
import { brief, isCaughtUp, line, upTo, useFollowFixture } from '../../test/follow-fixture.ts'
import { spawnWriter } from '../../test/spawn-writer.ts'
import { followFile } from './follow-file.ts'

const fixture = useFollowFixture()

describe('followFile', () => {
  it('gives what is there, says that it caught up, then gives what comes', async () => {
    writeFileSync(fixture.path, line(1) + line(2))
    const follower = fixture.start()
    await follower.until(isCaughtUp)
    appendFileSync(fixture.path, line(3))
    await follower.until(items => upTo(3)(items) && isCaughtUp(items))
    expect(follower.items).toEqual([
      { kind: 'entry', entry: { n: 1 }, seq: 0, next: 8 },
      { kind: 'entry', entry: { n: 2 }, seq: 8, next: 16 },
      { kind: 'caught-up', seq: 16 },
      { kind: 'entry', entry: { n: 3 }, seq: 16, next: 24 },
      { kind: 'caught-up', seq: 24 },
    ])
  })

  it('begins at a position', async () => {
    writeFileSync(fixture.path, line(1) + line(2) + line(3))
    const follower = fixture.start({ from: 8 })
    await follower.until(isCaughtUp)
    expect(brief(follower.items)).toEqual([2, 3])
  })

  it('begins inside a line with what that line becomes, unless it was an entry there already', async () => {
    writeFileSync(fixture.path, `${line(1)}{"n":2`)
    const unfinished = fixture.start({ from: 14 })
    await unfinished.until(isCaughtUp)
    appendFileSync(fixture.path, '}')
    const whole = fixture.start({ from: 15 })
    await whole.until(isCaughtUp)
    expect(whole.items).toEqual([{ kind: 'caught-up', seq: 15 }])
    appendFileSync(fixture.path, `\n${line(3)}`)
    await unfinished.until(upTo(3))
    await whole.until(upTo(3))
    expect(brief(unfinished.items)).toEqual([2, 3])
    expect(brief(whole.items)).toEqual([3])
  })

  it('waits for the rest of a line, and skips blank ones', async () => {
    writeFileSync(fixture.path, '{"n"')
    const follower = fixture.start()
    await follower.until(isCaughtUp)
    expect(follower.items).toEqual([{ kind: 'caught-up', seq: 0 }])
    appendFileSync(fixture.path, ':1}')
    await sleep(20)
    appendFileSync(fixture.path, `\n\n${line(2)}`)
    await follower.until(upTo(2))
    expect(brief(follower.items)).toEqual([1, 2])
  })

  it('reports a line as bad once it is closed and is no JSON', async () => {
    writeFileSync(fixture.path, '{"n":1,"text":"cut')
    const follower = fixture.start()
    await follower.until(isCaughtUp)
    appendFileSync(fixture.path, `\n${line(2)}`)
    await follower.until(upTo(2))
    expect(brief(follower.items)).toEqual(['bad torn', 2])
  })

  it('begins anew when the file is cut, replaced, deleted and made again', async () => {
    writeFileSync(fixture.path, line(1) + line(2))
    const follower = fixture.start()
    await follower.until(isCaughtUp)
    truncateSync(fixture.path, 3)
    await follower.until(upTo('reset truncated'))
    truncateSync(fixture.path, 0)
    appendFileSync(fixture.path, line(3))
    await follower.until(upTo(3))
    writeFileSync(`${fixture.path}.new`, line(4) + line(5))
    renameSync(`${fixture.path}.new`, fixture.path)
    await follower.until(upTo(5))
    rmSync(fixture.path)
    await follower.until(upTo('reset deleted'))
    writeFileSync(fixture.path, line(6))
    await follower.until(upTo(6))
    expect(brief(follower.items)).toEqual([
      1,
      2,
      'reset truncated',
      3,
      'reset replaced',
      4,
      5,
      'reset deleted',
      6,
    ])
  })

  it('notices a file that was written anew and is as long as before, or longer', async () => {
    writeFileSync(fixture.path, line(1) + line(2))
    const follower = fixture.start()
    await follower.until(isCaughtUp)
    writeFileSync(fixture.path, line(3) + line(4))
    await follower.until(upTo(4))
    writeFileSync(fixture.path, line(5) + line(6) + line(7))
    await follower.until(upTo(7))
    expect(brief(follower.items)).toEqual([1, 2, 'reset truncated', 3, 4, 'reset truncated', 5, 6, 7])
  })

  it('notices the same where it had not read anything itself', async () => {
    writeFileSync(fixture.path, line(1) + line(2))
    const follower = fixture.start({ from: 16 })
    await follower.until(isCaughtUp)
    writeFileSync(fixture.path, line(3) + line(4) + line(5))
    await follower.until(upTo(5))
    expect(brief(follower.items)).toEqual(['reset truncated', 3, 4, 5])
  })

  it('takes no harm from a writer that takes its unfinished line back', async () => {
    writeFileSync(fixture.path, `${line(1)}{"n":2,"text":"cut`)
    const follower = fixture.start()
    await follower.until(isCaughtUp)
    truncateSync(fixture.path, 8)
    appendFileSync(fixture.path, line(3))
    await follower.until(upTo(3))
    expect(brief(follower.items)).toEqual([1, 3])
  })

  it('says so when it was to begin where nothing is any more', async () => {
    const gone = fixture.start({ from: 16 })
    await gone.until(isCaughtUp)
    expect(brief(gone.items)).toEqual(['reset deleted'])
    writeFileSync(fixture.path, line(1))
    await gone.until(upTo(1))
    const cut = fixture.start({ from: 16 })
    await cut.until(isCaughtUp)
    expect(brief(cut.items)).toEqual(['reset truncated', 1])
  })

  it('gives all that was written to a file before another took its place', async () => {
    writeFileSync(fixture.path, line(1))
    const source = followFile(fixture.path, { signal: fixture.stop.signal })
    for (let item = await source.next(); !item.done && item.value.kind !== 'caught-up'; )
      item = await source.next()
    // The consumer rests meanwhile.
    appendFileSync(fixture.path, line(2))
    renameSync(fixture.path, `${fixture.path}.old`)
    appendFileSync(`${fixture.path}.old`, line(3))
    writeFileSync(fixture.path, line(4))
    const follower = collectItems(source)
    await follower.until(upTo(4))
    expect(brief(follower.items)).toEqual([2, 3, 'reset replaced', 4])
  })

  it('gives every line of another process once, written in pieces, until that is killed, and those of the next', async () => {
    const follower = fixture.start()
    const first = spawnWriter()
    first.appendForever(fixture.path)
    await follower.until(items => items.length > 400)
    await first.kill()
    const second = spawnWriter()
    // Closes what the kill may have torn.
    await second.append(fixture.path, `\n${line(-1)}`)
    await second.kill()
    await follower.until(upTo(-1))
    const numbers = brief(follower.items).filter(item => typeof item === 'number')
    expect(numbers).toEqual([...numbers.slice(0, -1).keys(), -1])
    expect(brief(follower.items).filter(item => typeof item !== 'number').length).toBeLessThanOrEqual(1)
  })
})
