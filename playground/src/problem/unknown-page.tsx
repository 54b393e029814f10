/** Says that an address leads nowhere. */
export function UnknownPage() {
  return (
    <section class="narrow" aria-labelledby="unknown-title">
      <h1 id="unknown-title">There is no such page</h1>
      <p>The link may be incomplete.</p>
      <p class="row">
        <a href="#/">Ask a question</a>
        <a href="#/history">History</a>
      </p>
    </section>
  )
}
