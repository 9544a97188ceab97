/** Real sessions with their long texts cut, in every clone (fixtures/README.md). */
export const FIXTURES: URL = new URL('../../../../fixtures/corpus/', import.meta.url)

/** The same sessions whole, and maybe more, where somebody put them beside the repository. */
export const WHOLE_CORPUS: URL = new URL('../../../../../shared/corpus/', import.meta.url)
