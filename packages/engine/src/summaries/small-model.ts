import { findNewestModel } from '@antiphon/contract'

/** The newest small model that is known: quick and cheap, for one-line jobs beside the conversation. */
export const SMALL_MODEL: string = findNewestModel('haiku')
