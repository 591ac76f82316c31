# The image of the table server: docker build -t branchline . (amd64 and arm64)

# The page needs Node to be built, and nothing of it afterwards.
FROM --platform=$BUILDPLATFORM node:24-slim AS page
WORKDIR /build
COPY web/package.json web/package-lock.json web/
RUN npm --prefix web install --no-save --omit=dev
COPY web web
COPY src/branchline/text/languages src/branchline/text/languages
COPY src/branchline/boards src/branchline/boards
RUN npm --prefix web run build -- --logLevel warn

FROM --platform=$BUILDPLATFORM python:3.13-slim AS wheel
WORKDIR /build
COPY constraints.txt ./
RUN pip install --no-cache-dir --constraint constraints.txt hatchling
COPY pyproject.toml hatch_build.py README.md LICENSE CHANGELOG.md ./
COPY docs/rules.md docs/rules.md
COPY src src
COPY --from=page /build/src/branchline/web src/branchline/web
RUN python -m hatchling build --target wheel

# Rules are compiled for a processor that every machine of the kind has: the image may be built on
# a newer one than it runs on. Compiled code is named after these two, so they hold at run time, too.
FROM python:3.13-slim AS for-amd64
ENV NUMBA_CPU_NAME=x86-64-v2 NUMBA_CPU_FEATURES=

FROM python:3.13-slim AS for-arm64
ENV NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES=+neon

FROM for-${TARGETARCH} AS image
COPY constraints.txt /tmp/
RUN --mount=from=wheel,source=/build/dist,target=/dist \
    pip install --no-cache-dir --constraint /tmp/constraints.txt /dist/*.whl \
    && rm /tmp/constraints.txt \
    && branchline compile \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin branchline \
    && install --directory --owner branchline --group branchline /data
USER branchline
# Nothing but /data and /tmp is ever written to.
VOLUME /data
ENV BRANCHLINE_DATA=/data BRANCHLINE_HOST=0.0.0.0 BRANCHLINE_PORT=8000 PYTHONDONTWRITEBYTECODE=1
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s --retries=3 \
    CMD ["branchline", "health"]
CMD ["branchline", "serve"]
