/** What is known about a piece of work; undefined and null are left out. Never texts of callers or models, nor keys. */
export type SpanAttributes = Record<string, string | number | boolean | null | undefined>

/** What a span is from the view of this service: a request to it, a request it makes, or work of its own. */
export type SpanKind = 'server' | 'client' | 'internal'

/** A piece of work with a beginning and an end, which may be part of a larger one. */
export interface Span {
  /** Begins a piece of work that is part of this one; it may outlast it. */
  begin(name: string, attributes?: SpanAttributes, kind?: SpanKind): Span
  note(attributes: SpanAttributes): void
  /** Gives it another name, when a better one is known. */
  rename(name: string): void
  /** Ends the work, with the code of its failure if it failed. */
  end(failure?: string): void
}

/** A request as far as it concerns traces. */
export interface TracedRequest {
  name: string
  attributes: SpanAttributes
  /** The header by which the caller says what the request is part of, if it was sent. */
  traceparent: string | undefined
  tracestate: string | undefined
}

/** Records what the service does for a request, and how long each part takes. */
export interface Tracer {
  /** Begins the span of a request; it is the current one for the work and everything that this starts. */
  trace<Result>(request: TracedRequest, work: (span: Span) => Promise<Result>): Promise<Result>
  /** The span that the running code works for; outside of any request its parts are traces of their own. */
  current(): Span
}

/** Records nothing. */
export const NO_SPAN: Span = { begin: () => NO_SPAN, note: () => {}, rename: () => {}, end: () => {} }

/** Records nothing. */
export const noTracer: Tracer = { trace: (_, work) => work(NO_SPAN), current: () => NO_SPAN }
