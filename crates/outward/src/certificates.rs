//! Whom this machine trusts: read once, for all clients.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::aws_lc_rs;
use rustls_platform_verifier::Verifier;
use tokio::sync::OnceCell;

/// No connection by TLS can be made.
#[derive(Debug, thiserror::Error)]
pub enum NoTls {
    /// Nothing can be trusted.
    #[error("this machine has no certificates to trust: install ca-certificates, or name a file of them in SSL_CERT_FILE")]
    NoCertificates,
    /// There are certificates, but none of use.
    #[error("the certificates of this machine cannot be used")]
    Unusable(#[source] rustls::Error),
    /// The certificates are fine, and the client is not.
    #[error("no client can be made")]
    Client(#[source] reqwest::Error),
}

/// Whether this machine seems to have certificates: for the start, when nobody waits for an answer yet and an operator reads along.
/// They are not read here: the first call does that.
#[cfg(all(unix, not(target_vendor = "apple")))]
pub fn check() -> Result<(), NoTls> {
    use std::path::{Path, PathBuf};
    // The library that reads them takes these for the only ones as soon as either is set.
    let (file, folders) = match (std::env::var_os("SSL_CERT_FILE"), std::env::var_os("SSL_CERT_DIR")) {
        (None, None) => {
            let usual = openssl_probe::probe();
            (usual.cert_file, usual.cert_dir)
        }
        (file, folders) => (file.map(PathBuf::from), folders.iter().flat_map(std::env::split_paths).collect()),
    };
    let holds_something = |folder: &Path| std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
    let some = file.is_some_and(|file| file.exists()) || folders.iter().any(|folder| holds_something(folder));
    some.then_some(()).ok_or(NoTls::NoCertificates)
}

/// The system is asked about each certificate when it is met.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub fn check() -> Result<(), NoTls> {
    Ok(())
}

/// The settings of TLS for every client. They share what they point to, so a copy is small. A failure is not kept: somebody may be
/// installing what was missing.
pub(crate) async fn tls() -> Result<ClientConfig, NoTls> {
    static TLS: OnceCell<ClientConfig> = OnceCell::const_new();
    // Many files are read: not on a thread that answers others meanwhile.
    let read = || async { tokio::task::spawn_blocking(read).await.unwrap_or(Err(NoTls::NoCertificates)) };
    TLS.get_or_try_init(read).await.cloned()
}

fn read() -> Result<ClientConfig, NoTls> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let verifier = Verifier::new(provider.clone()).map_err(NoTls::Unusable)?;
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(NoTls::Unusable)?;
    let mut tls = versions.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth();
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(tls)
}
