/** What the seeds ask for in one place: where it stands, what it says, and where it is. */
export type Requirement = {
  /** Seed and lines, as the titles of product tests name it. */
  readonly id: string
  /** The section of the seed. */
  readonly place: string
  /** In English; names and texts of the seed stand in code. "(as `x`)" gives our name where it is another one. */
  readonly says: string
  /** One sentence, where Antiphon differs on purpose; without it the requirement holds as it stands. */
  readonly why?: string
  /** What implements it; paths are relative to `packages/core/src`, or to the repository if they begin so. */
  readonly files: readonly string[]
  /** Unit tests beside the product's: a path, then titles in quotes, each with the row of its table that matters. */
  readonly units?: readonly string[]
}
