/** What the requests so far have used up: the little that later exchanges need to know of earlier ones. */
export interface Ledger {
  hasToolId(id: string): boolean
  addToolId(id: string): void
  hasUuid(uuid: string): boolean
  addUuid(uuid: string): void
  readonly media: MediaCount
  countMedia(change: Partial<MediaCount>): void
  /** Whether documents carry citations; the first document decides for all. */
  readonly citations: boolean | null
  setCitations(enabled: boolean): void
  /** True once a repair changed what the model had seen: thinking after it is bound to another past. */
  readonly broken: boolean
  markBroken(): void
  /** Makes the changes of a child part of its parent. */
  commit(): void
}

export type MediaCount = {
  readonly images: number
  readonly pages: number
  /** Images so large that the API allows only a few of them in one request. */
  readonly largeImages: number
}

/** Opens a ledger; a child sees its parent and changes it only when committed, so that an open exchange can be rendered many times. */
export function createLedger(parent?: Ledger): Ledger {
  const toolIds = new Set<string>()
  const uuids = new Set<string>()
  let media: MediaCount = parent?.media ?? { images: 0, pages: 0, largeImages: 0 }
  let citations = parent?.citations ?? null
  let broken = parent?.broken ?? false
  return {
    hasToolId: id => toolIds.has(id) || (parent?.hasToolId(id) ?? false),
    addToolId: id => {
      toolIds.add(id)
    },
    hasUuid: uuid => uuids.has(uuid) || (parent?.hasUuid(uuid) ?? false),
    addUuid: uuid => {
      uuids.add(uuid)
    },
    get media() {
      return media
    },
    countMedia: change => {
      media = {
        images: media.images + (change.images ?? 0),
        pages: media.pages + (change.pages ?? 0),
        largeImages: media.largeImages + (change.largeImages ?? 0),
      }
    },
    get citations() {
      return citations
    },
    setCitations: enabled => {
      citations = enabled
    },
    get broken() {
      return broken
    },
    markBroken: () => {
      broken = true
    },
    commit: () => {
      if (!parent) return
      for (const id of toolIds) parent.addToolId(id)
      for (const uuid of uuids) parent.addUuid(uuid)
      parent.countMedia({
        images: media.images - parent.media.images,
        pages: media.pages - parent.media.pages,
        largeImages: media.largeImages - parent.media.largeImages,
      })
      if (citations !== null) parent.setCitations(citations)
      if (broken) parent.markBroken()
    },
  }
}
