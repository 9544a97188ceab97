import type { PersonView } from '@antiphon/core'
import type { PlacedEntry } from '@antiphon/server/protocol'
import { openStory, type Places, type Story, type StoryOptions, toStory } from '../story/compute-story.ts'

/** Tells the story of loaded entries, as `computeStory` does. */
export type StoryTeller = (loaded: readonly PlacedEntry[], options?: StoryOptions) => Story

/**
 * Remembers what it told: entries behind those it knows cost what they are; a page before them, or one that was
 * dropped, has all that is loaded read anew. Items that did not change are the same objects in any case.
 */
export function createStoryTeller(): StoryTeller {
  let view: PersonView<PlacedEntry> | undefined
  let known: readonly PlacedEntry[] = []
  let told: StoryOptions = {}
  // One for all, since everything that is drawn hears of another: it always knows what was told last.
  const places: Places = { get: uuid => view?.place(uuid) }
  return (loaded, options = {}) => {
    const isSameView = options.leafUuid === told.leafUuid && options.includeMeta === told.includeMeta
    const goesOn = isSameView && known.every((placed, index) => placed === loaded[index])
    const current = view && goesOn ? view : openStory(options, view)
    for (const placed of current === view ? loaded.slice(known.length) : loaded)
      current.append(placed.entry, placed)
    view = current
    known = loaded
    told = options
    return toStory({ view, loaded, options, places })
  }
}
