import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { observe, sortResults, splitByThread } from './observe.ts'
import { listRecordings, type Printed, readRecording } from './recording.ts'
import { createReplayFolder, type ReplayFolder, replay } from './replay-run.ts'

let folder: ReplayFolder
beforeEach(() => {
  folder = createReplayFolder()
})
afterEach(() => folder.remove())

function observeAll(events: readonly Printed[]): readonly object[] {
  return sortResults(events.map(observe).filter(observed => observed !== null))
}

describe('the executable, with the model of a recording', () => {
  it.each(listRecordings())('prints what was printed: %s', async name => {
    const recording = readRecording(name)
    const printed = await replay(recording, folder)
    if (!recording.agentsInBackground)
      return expect(observeAll(printed)).toEqual(observeAll(recording.events))
    const [ours, theirs] = [splitByThread(printed), splitByThread(recording.events)]
    expect(observeAll(ours.session)).toEqual(observeAll(theirs.session))
    expect(observeAll(ours.agents)).toEqual(observeAll(theirs.agents))
  })
})
