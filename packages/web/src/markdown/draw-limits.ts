import type { PreviewLimits } from '@antiphon/core/ui'

/** More than anybody reads in one piece, and little enough to be laid out. */
export const DRAWN_AT_MOST: Required<PreviewLimits> = { maxLines: 20_000, maxCodePoints: 500_000 }
