import type { ReadQuestion } from './read-question.ts'
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

export type Value<Question, Answer> = Typed<'get', 'value', Question, Answer>
export type Lines<Question, Answer> = Typed<'get', 'lines', Question, Answer>
export type Events<Question, Answer> = Typed<'get', 'events', Question, Answer>
export type Bytes<Question> = Typed<'get', 'bytes', Question, never>
/** Has something done. */
export type Post<Question, Answer = undefined> = Typed<'post', 'value', Question, Answer>

type Typed<Method, Kind, Question, Answer> = {
  readonly method: Method
  readonly kind: Kind
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

/** How long a body may be, and what a longer one is told. */
export type BodyLimit = { readonly bytes: number; readonly words: string }

export function value<Question extends object, Answer>(
  read: ReadQuestion<Question>,
  isAnswer: Guard<Answer>,
): ApiRoute<Value<Question, Answer>> {
  return { method: 'get', kind: 'value', read, isAnswer, limit: null }
}

export function lines<Question extends object, Answer>(
  read: ReadQuestion<Question>,
  isAnswer: Guard<Answer>,
): ApiRoute<Lines<Question, Answer>> {
  return { method: 'get', kind: 'lines', read, isAnswer, limit: null }
}

export function events<Question extends object, Answer>(
  read: ReadQuestion<Question>,
  isAnswer: Guard<Answer>,
): ApiRoute<Events<Question, Answer>> {
  return { method: 'get', kind: 'events', read, isAnswer, limit: null }
}

export function bytes<Question extends object>(read: ReadQuestion<Question>): ApiRoute<Bytes<Question>> {
  return { method: 'get', kind: 'bytes', read, isAnswer: (_): _ is never => false, limit: null }
}

export function post<Question extends object, Answer>(
  read: ReadQuestion<Question>,
  isAnswer: Guard<Answer>,
  limit: BodyLimit,
): ApiRoute<Post<Question, Answer>> {
  return { method: 'post', kind: 'value', read, isAnswer, limit }
}
