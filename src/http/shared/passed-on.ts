import type { Context } from 'hono'

/** What proxies and tunnels add to the requests that they pass on. */
const ADDED =
  /^(?:forwarded|via|x-forwarded(?:-[a-z]+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cdn-loop|cf-[a-z-]+)$/

/** Whether a proxy has passed a request on, as far as it says so: browsers speak no HTTP/1.0, as old proxies do. */
export function isPassedOn(context: Context): boolean {
  const { httpVersion = '1.1', url = '/' } = context.env?.incoming ?? {}
  return (
    httpVersion === '1.0' ||
    !url.startsWith('/') ||
    Object.keys(context.req.header()).some((name) => ADDED.test(name))
  )
}
