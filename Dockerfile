# An image of nothing but mmlint:
#
#   docker build -t mmlint .
#   docker run --rm -v "$PWD:/project:ro" mmlint check configs --target gcu
FROM debian:12 AS build
COPY . /source
WORKDIR /source
ENV MMLINT_BUILD_ROOT=/build
RUN scripts/mmlint --version

FROM scratch
COPY --from=build /build/release/mmlint /mmlint
WORKDIR /project
ENTRYPOINT ["/mmlint"]
