import { type FieldReaders, type ReadQuestion, readQuestionFields } from './read-question.ts'
import type { Guard } from './shape.ts'

/**
 * What is asked and answered below a path. An answer is one value, a value a line, a value an event until one side ends
 * it, or bytes.
 */
export type RouteType = {
  readonly method: 'get' | 'post'
  readonly kind: 'value' | 'lines' | 'events' | 'bytes'
  /** In the address of a `get`, in the body of a `post`. */
  readonly question: object
  readonly answer: unknown
}

/** Is asked by its address. */
export type Get<Kind extends RouteType['kind'], Question, Answer> = {
  readonly method: 'get'
  readonly kind: Kind
  readonly question: Question
  readonly answer: Answer
}

/** Has something done. */
export type Post<Question, Answer = undefined> = {
  readonly method: 'post'
  readonly kind: 'value'
  readonly question: Question
  readonly answer: Answer
}

/** How both sides keep to it. */
export type ApiRoute<Type extends RouteType> = {
  readonly method: Type['method']
  readonly kind: Type['kind']
  /** The server's: from a request to its question. */
  readonly read: ReadQuestion<Type['question']>
  /** The page's: whether an answer is one. */
  readonly isAnswer: Guard<Type['answer']>
  /** Of a body; null where there is none. */
  readonly limit: BodyLimit | null
}

/** A route a path. */
export type RouteTable<Types extends { readonly [Path in keyof Types]: RouteType }> = {
  readonly [Path in keyof Types]: ApiRoute<Types[Path]>
}

/** The route itself is the question. */
export type Nothing = Readonly<Record<never, never>>

/** How long a body may be, and what a longer one is told. */
export type BodyLimit = { readonly bytes: number; readonly words: string }

export function get<Kind extends RouteType['kind'], Question extends object, Answer>(
  kind: Kind,
  fields: FieldReaders<NoInfer<Question>>,
  isAnswer: Guard<Answer>,
): ApiRoute<Get<Kind, Question, Answer>> {
  return { method: 'get', kind, read: readQuestionFields(fields), isAnswer, limit: null }
}

export function post<Question extends object, Answer>(
  read: ReadQuestion<Question>,
  isAnswer: Guard<Answer>,
  limit: BodyLimit,
): ApiRoute<Post<Question, Answer>> {
  return { method: 'post', kind: 'value', read, isAnswer, limit }
}
