//! Chabudai: five daily-life apps around one table.

/// A page of fifty garments is some five hundred small allocations; glibc's allocator took a sixth of the time of such a request.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    chabudai_server::run(chabudai_server::APPS)
}
