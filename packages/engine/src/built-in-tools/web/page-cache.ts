/** Pages that were fetched a short while ago. */
export interface PageCache<Page> {
  get(url: string, now: number): Page | undefined
  set(url: string, page: Page, now: number): void
}

/** Keeps the last pages for `maxAgeMs`, not more than `maxPages` of them. */
export function createPageCache<Page>({
  maxAgeMs = 15 * 60_000,
  maxPages = 50,
}: {
  readonly maxAgeMs?: number
  readonly maxPages?: number
} = {}): PageCache<Page> {
  const pages = new Map<string, { readonly page: Page; readonly fetchedAt: number }>()
  return {
    get(url, now) {
      const entry = pages.get(url)
      if (entry && now - entry.fetchedAt < maxAgeMs && now >= entry.fetchedAt) return entry.page
      pages.delete(url)
      return undefined
    },
    set(url, page, now) {
      pages.delete(url)
      pages.set(url, { page, fetchedAt: now })
      for (const oldest of pages.keys()) {
        if (pages.size <= maxPages) break
        pages.delete(oldest)
      }
    },
  }
}
