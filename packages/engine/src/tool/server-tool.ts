import type { ApiTool } from '@antiphon/contract'

/** A tool that the API runs by itself: nobody decides on its calls, so it is offered or it is not. */
export type ServerTool = {
  /** As rules and agents call it: `WebSearch`. */
  readonly name: string
  /** As a request carries it. */
  readonly definition: ApiTool
  /** What the API has to be told so that it knows the tool. */
  readonly betas?: readonly string[]
}
